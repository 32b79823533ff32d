"""`towersim lab`: run a sweep of heuristics, report on it, and rank heuristics on the benchmark."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Annotated

import typer

from towersim.cli import terminal
from towersim.common.errors import HeuristicFault, OptionFault, TowersimError, check_choice
from towersim.common.whole_file import write_whole
from towersim.files.level import level_names, scene_text
from towersim.lab import placement, stability
from towersim.lab.adversary import broken
from towersim.lab.executors import cluster, heuristic_processes, processes
from towersim.lab.heuristic_process import CALL_LIMIT
from towersim.lab.optional_dependencies import requires
from towersim.lab.rows import EXPECTED, Prediction, TaskResult, counted, grouped
from towersim.lab.stability3 import BENCHMARKS, load_benchmark, thinned
from towersim.lab.sweep import SWEEP, load_sweep, sweep_path
from towersim.lab.truth import margin_text

app = typer.Typer(name="lab")

BENCHMARK, PLACEMENT = stability.NAME, placement.NAME
RANKED = (*BENCHMARKS, PLACEMENT)
Heuristics = Annotated[
    list[str] | None,
    typer.Option("--heuristic", help="A name or file:function; default: all, or the sweep's."),
]
Generators = Annotated[
    list[str] | None,
    typer.Option("--generator", help="A custom generator that the sweep names and that may run."),
]


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Test heuristics: sweeps, reports, leaderboards."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)  # rich has printed it


@app.command()
def run(
    sweep: Annotated[str, typer.Argument(help="An included sweep by name, or a TOML file.")],
    workers: terminal.WorkerCount = None,
    scheduler: terminal.Scheduler = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder of results; default: results/NAME.")
    ] = None,
    heuristic: Heuristics = None,
    call_limit: Annotated[
        float, typer.Option(min=0.01, max=86_400, help="Time limit of a call, in seconds.")
    ] = CALL_LIMIT,
    json: terminal.AsJson = False,
) -> None:
    """Run heuristics on all trials of a sweep.

    After an interruption the same command continues the run. With --json it prints the counts of
    this run, and the failures of all answers in the folder.
    """
    with requires("lab"):
        from towersim.lab import run as running, store  # noqa: PLC0415 - an optional extra

    if scheduler is not None and workers is not None:
        raise OptionFault("--workers: the scheduler has workers of its own")
    path, began, first = sweep_path(sweep), time.perf_counter(), dict[str, HeuristicFault]()
    name, answers, trials = load_sweep(path).name, 0, 0
    if scheduler is None:
        chosen = heuristic_processes(workers, call_limit)
    else:
        chosen = cluster(scheduler, call_limit)
    with chosen as pool:
        plan = running.plan(path, folder or terminal.RESULTS / name, pool, heuristic or ())
        with terminal.counted(name, plan.left) as advance:
            for done in running.run(plan, pool):
                trials, answers = trials + done.trials, answers + done.answers
                for fault in done.faults:
                    first.setdefault(fault.heuristic, fault)
                advance(done.trials)
    seconds = time.perf_counter() - began
    failures = store.failures(plan.folder, {n: card.version for n, card in plan.cards.items()})
    if json:
        counts = {"trials": trials, "answers": answers, "failures": failures}
        about = {"sweep": name, "folder": str(plan.folder), "seconds": round(seconds, 3)}
        terminal.print_json(about | counts)
    else:
        told = f"{answers} answers in {trials} trials, {seconds:.1f} s"
        terminal.say(f"{name}: {told if trials else 'nothing left to do, all answers are there'}")
        terminal.say(f"results: {plan.folder}\nreport:  towersim lab report {plan.folder}")
    _report({fault: failures[name] for name, fault in first.items()}, "all other answers are kept")


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A folder of results of `towersim lab run`.")],
    generator: Generators = None,
) -> None:
    """Write the results of a sweep as an HTML page with tables and figures."""
    with requires("lab"):
        from towersim.lab.report import write  # noqa: PLC0415 - an optional extra

    terminal.say(f"report: {write(folder, generator or ())}")


@app.command()
def leaderboard(
    benchmark: Annotated[
        str, typer.Argument(help="stability-3, stability-2 (prediction) or placement-3.")
    ] = BENCHMARK,
    workers: terminal.WorkerCount = None,
    heuristic: Heuristics = None,
    track: Annotated[
        str,
        typer.Option(help="all, image (no scenes), budget (of CPU), and hidden of stability-3."),
    ] = "all",
    people: Annotated[
        Path | None, typer.Option(help="Also rank people: a file of `towersim practice judge`.")
    ] = None,
    noise_seed: Annotated[
        int | None, typer.Option(min=0, help="Repeat a ranking of placement-3 that printed it.")
    ] = None,
    markdown: terminal.AsMarkdown = False,
    json: terminal.AsJson = False,
) -> None:
    """Rank heuristics on a benchmark: thousands of towers, or 400 building tasks."""
    with requires("lab"):
        from towersim.lab import leaderboard as ranks, people as persons  # noqa: PLC0415 - an optional extra

    if people is not None and (benchmark == PLACEMENT or track != "all"):
        raise OptionFault(f"--people: they judged {' or '.join(BENCHMARKS)}, without a track")
    ranking = ranks.ranking(benchmark, track, noise_seed)
    judged = () if people is None else (persons.rows(people, benchmark),)
    with heuristic_processes(workers) as pool, terminal.progress() as bar:
        rows = ranks.answers(ranking, heuristic, pool, bar)
    board = ranking.board(rows, *judged)
    terminal.show_sheets(board, board.sheets(), json=json, markdown=markdown)
    _report_failures(rows)


@app.command()
def compare(
    context: typer.Context,
    heuristics: Annotated[
        list[str], typer.Argument(help="Two or more heuristics: names or file:function.")
    ],
    on: Annotated[
        str, typer.Option(help="A benchmark, a sweep (name or file) or a folder of results.")
    ] = BENCHMARK,
    png: Annotated[
        Path | None, terminal.picture_option("Draw towers on which the first two disagree most.")
    ] = None,
    workers: terminal.WorkerCount = None,
    json: terminal.AsJson = False,
) -> None:
    """Compare heuristics in pairs on the same towers.

    Prints differences with intervals and p-values, by group for one pair. In results of a sweep,
    NAME@VERSION selects the answers of an earlier version of a heuristic; an unknown VERSION
    prints the known ones.
    """
    with requires("lab"):
        from towersim.lab import compare as comparing, plots  # noqa: PLC0415 - an optional extra

    if len(set(heuristics)) < 2:
        raise OptionFault("HEURISTICS: two different ones are needed")
    if png is not None and on not in BENCHMARKS:
        raise OptionFault(f"--png: draws towers of {' and '.join(BENCHMARKS)}, not of {on}")
    if _holds_results(on):
        terminal.refuse_ignored(context, "a folder of results", "workers")
    rows = _answers(heuristics, on, workers)
    if png is not None:
        predictions = [row for row in rows if isinstance(row, Prediction)]
        picture = plots.disagreement_png(predictions, heuristics, BENCHMARKS[on]())
        write_whole(png, picture)
    compared = comparing.compare(on, rows, heuristics)
    terminal.show_sheets(compared, comparing.sheets(compared), json=json)
    _report_failures([row for row in rows if row.heuristic in heuristics])


@app.command("break")
def break_(
    heuristic: Annotated[str, typer.Argument(help="A name or file:function.")],
    tries: Annotated[
        int, typer.Option(min=1, max=1_000_000_000, help="Number of random towers to try first.")
    ] = 1024,
    seed: terminal.Seed = 1,
    file: Annotated[Path | None, terminal.out_option("Save the tower as a scene file.")] = None,
    workers: terminal.WorkerCount = None,
    json: terminal.AsJson = False,
) -> None:
    """Search for the smallest tower that a heuristic gets confidently wrong."""
    with heuristic_processes(workers) as pool, terminal.err.status("searching"):
        card = pool.describe(heuristic)
        if not card.predicts:
            what = "places pieces, it does not say what stands"
            raise OptionFault(f"heuristic {heuristic!r}: {what}")
        mistake = broken(card, pool, tries, seed)
    if mistake is not None and file is not None:
        write_whole(file, scene_text(mistake.scene))
    if json:
        terminal.print_json(mistake)
    elif mistake is None:
        terminal.say(f"{heuristic}: no confident mistake among {tries:,} random towers")
    else:
        scene, truth, chance = mistake.scene, mistake.truth, mistake.probability
        sure, answer, fact = chance, "stands", "falls"
        if truth.stands:
            sure, answer, fact = 1 - chance, "falls", "stands"
        tower = f"{len(scene.blocks)} blocks, {margin_text(truth.margin)}"
        terminal.say(f"{heuristic}: {sure:.1%} sure that this {answer}, but it {fact}: {tower}")
        terminal.say(scene_text(scene) if file is None else f"tower: {file}")


@app.command()
def export(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A stability benchmark, or a sweep (name or file).")],
    folder: Annotated[Path, typer.Option("--to", "--out", help="A new folder.")],
    pictures: Annotated[bool, typer.Option(help="Also write pictures, as WebDataset.")] = True,
    side: Annotated[
        list[int] | None,
        typer.Option(min=16, max=1024, help="Size of pictures in pixels; default: 64 and 128."),
    ] = None,
    generator: Generators = None,
    workers: terminal.WorkerCount = None,
) -> None:
    """Export training data: tables, arrays, pictures, splits, a data card."""
    if not pictures:
        terminal.refuse_ignored(context, "--no-pictures", "side")
    if name in BENCHMARKS:
        terminal.refuse_ignored(context, name, "generator")
    with requires("lab"):
        from towersim.lab import export as exporting  # noqa: PLC0415 - an extra, as above

    sides = sorted({*(side or exporting.SIDES)}) if pictures else ()
    wanted = exporting.Wanted(generator or (), sides)
    with processes(workers) as pool, terminal.counted(name) as advance:
        towers = exporting.export(name, folder, pool, lambda: advance(1), wanted)
    terminal.say(f"{name}: {towers:,} towers\ndata card: {folder / 'README.md'}")


@app.command()
def train(
    model: Annotated[
        str, typer.Argument(help="Kind of model: boosting, neighbour, pixels or cnn.")
    ],
    file: Annotated[Path | None, terminal.out_option("Output file; default: MODEL.py.")] = None,
    towers: Annotated[
        int | None,
        typer.Option(min=20, max=1_000_000, help="Number of random towers; default: 4000."),
    ] = None,
    seed: terminal.Seed = 1,
    workers: terminal.WorkerCount = None,
) -> None:
    """Train a heuristic and save it as a Python file.

    cnn, a convolutional network, learns from nine tenths of the training set of stability-3 and
    prints how it does on the others; the other kinds learn from random towers. Use it as
    --heuristic FILE.py:heuristic.
    """
    with requires("lab"):
        from towersim.lab import learned  # noqa: PLC0415 - an extra, as above

    path = file or Path(f"{model}.py")
    if path.suffix != ".py":
        raise OptionFault(f"--out: {str(path)!r} is not a Python file, which ends in .py")
    if model == "cnn" and towers is not None:
        raise OptionFault("--towers: cnn learns from the training set of stability-3")
    if model != "cnn" and seed != 1:
        raise OptionFault(f"--seed: {model} always has the same one")
    with processes(workers) as pool, terminal.counted(model) as advance:
        if model == "cnn":
            number = _train_cnn(path, seed, pool, advance)
        else:
            number = towers or 4000
            learned.save(learned.train(model, number, pool, lambda: advance(1)), path)
    terminal.say(f"{model}: learned from {number:,} towers\nask it: --heuristic {path}:heuristic")


def _train_cnn(path: Path, seed: int, pool: Executor, done: Callable[[int], None]) -> int:
    """Train the network on folds 1 to 9, tell how it does on fold 0, and return their size."""
    with requires("learn"):
        from towersim.lab import baselines, convolution  # noqa: PLC0415 - an optional extra

    # In the order of the baselines, in which the data sheet's network was trained.
    train, picture = thinned(load_benchmark("train"), 1), baselines.PICTURE
    pictures = baselines.all_answers(pool, done, train, (picture,))[picture].inputs
    fit, held = next(train.folds.splits("within"))

    def told(loss: float, model: convolution.Convolution) -> None:
        pairs = zip(model.predict_images(pictures[held]), train.labels[held], strict=True)
        right = sum((chance >= EXPECTED) == label for chance, label in pairs) / len(held)
        terminal.say(f"seed {seed}: loss {loss:.3f}, {right:.1%} of fold 0 right")

    convolution.save(convolution.train(pictures[fit], train.labels[fit], seed, told), path)
    return len(fit)


@app.command()
def baselines(
    step: Annotated[int, typer.Option(min=1, max=100, help="Use one match in this number.")] = 1,
    track: Annotated[
        list[str] | None, typer.Option(help="scene, budget, image or hidden; default: all.")
    ] = None,
    workers: terminal.WorkerCount = None,
    markdown: terminal.AsMarkdown = False,
    json: terminal.AsJson = False,
) -> None:
    """Measure baselines on all tracks of stability-3, within and across templates.

    The cnn takes part if PyTorch is installed.
    """
    with requires("lab"):
        from towersim.lab import baselines as measuring  # noqa: PLC0415 - an extra, as above

    tracks, rows = tuple(dict.fromkeys(track or measuring.TRACKS)), list[measuring.Baseline]()
    for name in tracks:
        check_choice("--track", name, measuring.TRACKS)
    with processes(workers) as pool, terminal.counted("baselines") as advance:
        for row in measuring.baselines(pool, advance, step, tracks):
            across = f", across templates {row.across}" if row.across else ""
            terminal.warn(f"measured: {row.track}, {row.name}: {row.test or row.within}{across}")
            rows.append(row)
    rows = measuring.ranked(rows)
    terminal.show_sheets(rows, measuring.sheets(rows), json=json, markdown=markdown)


def _answers(
    heuristics: Sequence[str], on: str, workers: int | None
) -> Sequence[Prediction] | Sequence[TaskResult]:
    """Return the answers of heuristics on a benchmark, a sweep, or in a folder of results.

    Without trials in which statics contradicts the simulation.
    """
    from towersim.lab import leaderboard, run as running, store  # noqa: PLC0415 - extras, as above

    older = [name for name in heuristics if "@" in name]
    heuristics = [name for name in heuristics if name not in older]
    if _holds_results(on):
        return counted(store.read(Path(on), older).predictions)
    if older and on in RANKED:
        raise OptionFault(f"{older[0]!r}: only results of a sweep keep older versions")
    with heuristic_processes(workers) as pool, terminal.progress() as bar:
        if on in RANKED:
            return leaderboard.answers(leaderboard.ranking(on), heuristics, pool, bar)
        path = sweep_path(on, *RANKED)
        folder = terminal.RESULTS / load_sweep(path).name
        if heuristics:
            plan = running.plan(path, folder, pool, heuristics)
            task = bar.add_task(on, total=plan.left)
            for done in running.run(plan, pool):
                bar.advance(task, done.trials)
    return counted(store.read(folder, older).predictions)


def _report_failures(rows: Iterable[Prediction | TaskResult]) -> None:
    """Raise TowersimError if answers failed, with the first failure of each heuristic."""
    failed = grouped((row for row in rows if row.failure is not None), lambda row: row.heuristic)
    first = {
        HeuristicFault(name, some[0].trial, some[0].failure or ""): len(some)
        for name, some in failed.items()
    }
    _report(first, "failed answers count as wrong")


def _report(first: Mapping[HeuristicFault, int], consequence: str) -> None:
    """Raise TowersimError for the first failures and their numbers, if there are any."""
    each = [f"{fault} ({number} failed)" for fault, number in first.items()]
    if each:
        raise TowersimError(f"{'; '.join(each)}; {consequence}")


def _holds_results(on: str) -> bool:
    """Return whether `on` is a folder of results, or a folder that no benchmark or sweep means."""
    folder = Path(on)
    named = on in (*RANKED, *level_names("sweeps"))
    return (folder / SWEEP).is_file() or (folder.is_dir() and not named)
