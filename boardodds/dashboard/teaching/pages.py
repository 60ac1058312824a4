"""The teaching pages in the order of the menu."""

from boardodds.teaching.entry import Page

TEACHING_PAGES = (
    Page("classroom", "Large numbers", "🎓", "How fast does luck even out?"),
    Page("counting", "Counting", "🌳", "How do you count every case?"),
    Page("quiz", "Guess the odds", "🎯", "How good are your guesses?"),
    Page("worksheet", "Worksheets", "📝", "Can you work out the odds?"),
    Page("methods", "Methods", "🔎", "Do our results match the published ones?"),
)
