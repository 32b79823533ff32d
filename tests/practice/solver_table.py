"""The table of `towersim/practice/README.md`: `python -m tests.practice.solver_table 1 2`.

It prints, for each challenge, the measure of the shipped plan, and the solver's measure, stars and
CPU seconds with each of the given seeds.
"""

import sys
from time import process_time

from towersim.common.messages import english
from towersim.files.challengefile import all_challenges, plan_for
from towersim.practice.generated import solve
from towersim.rules.practice.log import measure_text


def main(seeds: list[int]) -> None:
    """Print the table in Markdown, one line as soon as it is known, and the totals."""
    columns = "".join(f" seed {seed} | CPU-s |" for seed in seeds)
    sys.stdout.write(f"| chapter | challenge | plan |{columns}\n")
    sys.stdout.write("| --- | --- | --- |" + " --- | ---: |" * len(seeds) + "\n")
    totals = {seed: [0, 0] for seed in seeds}
    for challenge in all_challenges():
        plan = plan_for(challenge.name)
        par = "" if plan is None else english(measure_text(challenge.goal, plan.measure))
        cells = [challenge.chapter, challenge.title, par]
        for seed in seeds:
            began = process_time()
            outcome = solve(challenge, seed)
            seconds, stars = process_time() - began, outcome.stars or 0
            totals[seed][0] += stars > 0
            totals[seed][1] += stars
            measure = english(measure_text(challenge.goal, outcome.reached))
            cells += [f"{measure} {'★' * stars or '–'}", f"{seconds:.1f}"]
        sys.stdout.write(f"| {' | '.join(cells)} |\n")
        sys.stdout.flush()
    for seed, (solved, stars) in totals.items():
        sys.stdout.write(f"Seed {seed}: a star in {solved} challenges, {stars} stars.\n")


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]])
