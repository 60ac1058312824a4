"""The teaching pages by the heading of their menu, in its order."""

from boardodds.entry.game import Page

LEARN = (
    Page("classroom", "Large numbers", "How fast does luck even out?"),
    Page("counting", "Counting", "How do you count every case?"),
    Page("quiz", "Guess the odds", "How good are your guesses?"),
    Page("worksheet", "Worksheets", "Can you work out the odds?"),
)
CHECK = (Page("methods", "Methods", "Do our results match the published ones?"),)
