"""The teaching pages in the order of the menu."""

from boardodds.teaching.entry import Page

TEACHING_PAGES = (
    Page("classroom", "Large numbers", "🎓", "How fast does luck even out?"),
    Page("counting", "Counting", "🌳", "How can so many cases be counted?"),
    Page("quiz", "Guess the odds", "🎯", "How good are your guesses?"),
    Page("worksheet", "Worksheets", "📝", "Can you work it out by hand?"),
    Page("methods", "Methods", "🔎", "Does it agree with what was published?"),
)
