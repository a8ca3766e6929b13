"""pom_report.py reads what libpom wrote. DESIGN names a directory that auto_DSE filled."""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

import pom_report

DESIGN = pathlib.Path(os.environ["DESIGN"])


class Reader(unittest.TestCase):
    def setUp(self):
        self.report = pom_report.load(DESIGN)

    def test_numbers_are_those_of_the_file(self):
        data = json.loads((DESIGN / "report.json").read_text())
        self.assertEqual(self.report.cycles, data["estimate"]["latency"]["average"])
        self.assertEqual(self.report.resources["lut"], data["estimate"]["lut"])
        self.assertGreaterEqual(self.report.upper["lut"], self.report.resources["lut"])
        self.assertAlmostEqual(self.report.shares["dsp"], data["estimate"]["dsp"] / data["device_resources"]["dsp"])
        self.assertTrue(self.report.verified)
        self.assertGreater(self.report.speedup, 1)

    def test_a_simulated_run_is_the_latency_and_the_vendors_number_stays(self):
        data = json.loads((DESIGN / "report.json").read_text())
        reported = data["estimate"]["latency"]["average"]
        run = {"latency": reported + 54, "least_latency": reported, "processes": [], "fifos": []}
        data["estimate"]["run"] = run
        report = pom_report.Report(data)
        self.assertEqual((report.cycles, report.reported_cycles), (reported + 54, reported))
        self.assertIn(f"the vendor's report will say {reported}", report.summary())
        run["deadlock"] = "a waits for b"
        self.assertIsNone(report.cycles)
        self.assertIsNone(report.seconds)
        self.assertIn("never ends: a waits for b", report.summary())

    def test_loops_stand_at_their_lines_of_the_kernel(self):
        kernel = self.report.kernel.splitlines()
        self.assertTrue(self.report.loops)
        for loop in self.report.loops:
            self.assertIn("for (", kernel[loop.line - 1])

    def test_directives_lead_to_their_pragmas(self):
        kernel = self.report.kernel.splitlines()
        made = [directive for directive in self.report.directives if directive.lines]
        self.assertTrue(made)
        for directive in made:
            for line in directive.lines:
                self.assertTrue(kernel[line - 1].startswith("#pragma HLS"))
        pipelines = [directive for directive in self.report.directives if directive.name == "pipeline"]
        self.assertTrue(all(directive.target for directive in pipelines))

    def test_schedule_is_that_of_the_report(self):
        self.assertEqual(pom_report.load_schedule(DESIGN), [directive.text for directive in self.report.directives])

    def test_pareto_begins_with_the_fastest(self):
        latencies = [point["latency"] for point in self.report.pareto]
        self.assertEqual(latencies, sorted(latencies))

    def test_commands(self):
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(pom_report.main([str(DESIGN)]), 0)
        self.assertIn("verified", out.getvalue())
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(pom_report.main([str(DESIGN), "--csv"]), 0)
        self.assertEqual(len(out.getvalue().splitlines()), 1 + len(self.report.loops))
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(pom_report.main([str(DESIGN), "--json"]), 0)
        self.assertEqual(json.loads(out.getvalue()), self.report.data)

    def test_a_reader_that_has_seen_enough_is_no_failure(self):
        command = f"{sys.executable} {pathlib.Path(pom_report.__file__)} {DESIGN} --json | head -c 1"
        ended = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "{", ""))

    def test_what_is_no_report_is_refused(self):
        with tempfile.TemporaryDirectory() as empty:
            err = io.StringIO()
            with redirect_stderr(err):
                self.assertEqual(pom_report.main([empty]), 1)
            self.assertIn("cannot be read", err.getvalue())
            for text in ("{", "[]", '{"generator": "other"}'):
                (pathlib.Path(empty) / "report.json").write_text(text)
                with self.assertRaises(pom_report.ReportError):
                    pom_report.load(empty)


if __name__ == "__main__":
    unittest.main()
