"""What a measurement claims: figures with their goals.

A measurement has one Claims of its name; each figure is shown with its goal as it comes, and the
last line of the measurement is the worst of them, as a multiple of its goal. If $CLAIMS names a
file, each claim is added to it as a line of JSON, from which bench/all makes its table.
"""
import json
import os

os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


class Claims:
    def __init__(self, name):
        self.name, self.margins = name, []

    def at_most(self, claim, figure, goal):
        """The figure must not be above the goal; None: there is no figure, which is short."""
        self._judge(claim, figure, goal, "<=", 0 if figure is None else goal / max(figure, 1e-12))

    def at_least(self, claim, figure, goal):
        self._judge(claim, figure, goal, ">=", 0 if figure is None else figure / goal)

    def _judge(self, claim, figure, goal, sign, margin):
        self.margins.append((margin, claim))
        shown, met = "none" if figure is None else number(figure), margin >= 1
        print(f"  {claim:58}{shown:>12}  (goal {sign} {number(goal)}) {'met' if met else 'SHORT'}", flush=True)
        if "CLAIMS" in os.environ:
            with open(os.environ["CLAIMS"], "a") as out:
                out.write(json.dumps({"bench": self.name, "claim": claim, "figure": shown,
                                      "goal": f"{'at most' if sign == '<=' else 'at least'} {number(goal)}",
                                      "met": met}) + "\n")

    def end(self):
        """Prints the worst of all; the exit status."""
        margin, claim = min(self.margins, default=(0, "there is no figure"))
        print(f"{self.name}: {margin:.2f} of its goal at worst, {claim} (goal 1) {'met' if margin >= 1 else 'short'}")
        return 0 if margin >= 1 else 1


def number(x):
    """Three digits that count; thousands apart."""
    if x >= 1000:
        return f"{x:,.0f}".replace(",", " ")
    return f"{x:.3g}" if x >= 0.01 or x == 0 else f"{x:.2g}"
