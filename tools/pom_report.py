#!/usr/bin/env python3
"""Reads what libpom wrote about a design: report.json and the schedule. Needs Python 3.8 and nothing else.

    import pom_report
    report = pom_report.load("out/gemm")
    print(report.cycles, report.upper["lut"], [loop.interval for loop in report.loops])

From the shell:  python3 pom_report.py out/gemm [--json | --csv]
"""

import argparse
import csv
import json
import os
import pathlib
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

RESOURCES = ("dsp", "lut", "ff", "bram18", "uram")


class ReportError(Exception):
    """There is no report, or it is none of libpom's."""


@dataclass(frozen=True)
class Loop:
    """One loop of the estimate; loops that run as one are one."""

    function: str
    name: str
    label: str
    trip: int  # of one entry: the most of all entries
    iteration_latency: int  # cycles
    interval: int  # cycles; 0: not pipelined
    cycles: int  # of one entry
    limit: str  # "", "recurrence" or "ports"
    array: str  # what limits it runs through, or lacks ports
    reason: str
    line: int  # of the generated kernel; 0: not known
    at: str  # "gemm.cpp:12", of the user's program
    computes: List[str] = field(default_factory=list)
    trip_min: int = 0  # the least of all entries
    trip_average: float = 0


@dataclass(frozen=True)
class Directive:
    """One line of the schedule."""

    text: str
    at: str  # empty: the program does not say it
    origin: str  # who made it: "program", "search", "board" or "earlier"
    step: Optional[int]  # of the trail
    lines: List[int]  # of the kernel's pragmas that it made

    @property
    def name(self) -> str:
        """The primitive: "split" of "s.split(i, 4, i0, i1)"."""
        match = re.search(r"(?:^|[.\s])(\w+)\(", self.text)
        return match.group(1) if match else self.text

    @property
    def target(self) -> str:
        """The statement or array that it is called on; empty for the whole function."""
        match = re.search(r"(\w+)\.\w+\(", self.text)
        return match.group(1) if match else ""


class Report:
    """report.json by names. `data` is the whole of it."""

    def __init__(self, data: Dict[str, Any]):
        if not isinstance(data, dict) or data.get("generator") != "libpom":
            raise ReportError("this is no report of libpom")
        self.data = data

    @property
    def name(self) -> str:
        return self.data["name"]

    @property
    def estimated(self) -> bool:
        return self.data["estimate"]["available"]

    @property
    def run(self) -> Dict[str, Any]:
        """The simulated run of a dataflow's processes: latency, least_latency, processes, fifos; empty without one."""
        run = self.data["estimate"].get("run", {})
        return run if "processes" in run else {}

    @property
    def cycles(self) -> Optional[int]:
        """Estimated cycles of a run, the mean over triangular nests; None without an estimate, or if it never ends.

        Of processes that were simulated, what they wait for each other is included.
        """
        if not self.run:
            return self.reported_cycles
        return None if "deadlock" in self.run else self.run["latency"]

    @property
    def reported_cycles(self) -> Optional[int]:
        """Cycles that the vendor's report is expected to say: of a dataflow it sees little of the waiting."""
        return self.data["estimate"]["latency"]["average"] if self.estimated else None

    @property
    def seconds(self) -> Optional[float]:
        return None if self.cycles is None else self.cycles * self.data["clock_ns"] * 1e-9

    @property
    def resources(self) -> Dict[str, float]:
        """Estimated amounts; empty without an estimate."""
        return {key: self.data["estimate"][key] for key in RESOURCES} if self.estimated else {}

    @property
    def upper(self) -> Dict[str, float]:
        """What the vendor's report stays within, each with the probability `confidence`."""
        return {key: self.data["estimate"]["upper"][key] for key in RESOURCES} if self.estimated else {}

    @property
    def confidence(self) -> float:
        return self.data["estimate"]["upper"]["confidence"] if self.estimated else 0.0

    @property
    def shares(self) -> Dict[str, float]:
        """Resources as shares of the device, for those that it has."""
        has = self.data["device_resources"]
        return {key: used / has[key] for key, used in self.resources.items() if has[key] > 0}

    @property
    def verified(self) -> bool:
        return self.data["verified"]

    @property
    def speedup(self) -> Optional[float]:
        """Over the program as written; None where nothing was scheduled, or the model could not say."""
        return self.data.get("speedup")

    @property
    def loops(self) -> List[Loop]:
        return [
            Loop(
                function=loop["function"],
                name=loop["name"],
                label=loop["label"],
                trip=loop["trip"],
                iteration_latency=loop["il"],
                interval=loop["ii"],
                cycles=loop["cycles"],
                limit=loop["limit"],
                array=loop["array"],
                reason=loop["reason"],
                line=loop.get("line", 0),
                at=loop.get("at", ""),
                computes=loop.get("computes", []),
                trip_min=loop.get("trip_min", loop["trip"]),
                trip_average=loop.get("trip_average", loop["trip"]),
            )
            for loop in self.data["estimate"].get("loops", [])
        ]

    @property
    def directives(self) -> List[Directive]:
        pragmas = self.data["kernel"]["pragmas"]
        return [
            Directive(one["text"], one["at"], one["origin"], one["step"], [p["line"] for p in pragmas if p["directive"] == n])
            for n, one in enumerate(self.data["directives"])
        ]

    @property
    def pareto(self) -> List[Dict[str, float]]:
        """Designs that no other one found beats in cycles, DSP and LUT at once, fastest first."""
        return self.data.get("pareto", [])

    @property
    def kernel(self) -> str:
        return self.data["kernel"]["text"]

    def summary(self) -> str:
        lines = [f"{self.name} on {self.data['part']} at {self.data['clock_ns']:g} ns"]
        if self.estimated:
            if self.cycles is None:
                lines.append(f"  never ends: {self.run['deadlock']}")
            else:
                lines.append(f"  {self.cycles} cycles (estimated), {self.seconds * 1e3:.4g} ms")
            if self.cycles != self.reported_cycles:
                lines.append(f"  waiting included; the vendor's report will say {self.reported_cycles}")
            for key, share in self.shares.items():
                lines.append(f"  {key:7}{self.resources[key]:10.0f}  {100 * share:5.1f} %, at most {self.upper[key]:.0f}")
        else:
            lines.append(f"  no estimate: {self.data['estimate']['reason']}")
        if self.speedup is not None:
            gap = f", {100 * self.data['gap']:.3g} % above the bound" if "gap" in self.data else ""
            lines.append(f"  {self.speedup:.4g} times as fast as written{gap}")
        lines.append("  verified" if self.verified else "  NOT verified")
        return "\n".join(lines)


def load(path) -> Report:
    """The report in a file, or in a design's directory."""
    path = pathlib.Path(path)
    if path.is_dir():
        path = path / "report.json"
    try:
        return Report(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ReportError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ReportError(f"{path} holds no JSON: {error}") from error


def load_schedule(path) -> List[str]:
    """The directives of schedule.cpp (or schedule.cpp.txt), in a file or a design's directory, without their semicolons."""
    path = pathlib.Path(path)
    if path.is_dir():
        found = [path / name for name in ("schedule.cpp", "schedule.cpp.txt") if (path / name).exists()]
        if not found:
            raise ReportError(f"{path} holds no schedule")
        path = found[0]
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line[:-1] for line in lines if line.endswith(";") and not line.startswith(("//", "var "))]


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(prog="pom_report.py", description="What libpom wrote about a design.")
    parser.add_argument("design", help="a design's directory, or its report.json")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="the whole report as JSON on one line")
    shape.add_argument("--csv", action="store_true", help="the loops as a table")
    chosen = parser.parse_args(arguments)
    try:
        report = load(chosen.design)
    except ReportError as error:
        print(f"pom_report.py: {error}", file=sys.stderr)
        return 1
    if chosen.json:
        print(json.dumps(report.data))
    elif chosen.csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["loop", "trip", "interval", "iteration", "cycles", "limit", "line", "at"])
        for loop in report.loops:
            table.writerow([loop.label, loop.trip, loop.interval, loop.iteration_latency, loop.cycles, loop.limit, loop.line, loop.at])
    else:
        print(report.summary())
    return 0


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has seen enough, as `head` has. What is still to be written at the end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
