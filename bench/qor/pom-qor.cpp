// pom-qor: estimates against what the vendor's tool reported.
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "bench/qor/dataflow/stall_report.hpp"
#include "bench/qor/description/csynth_report.hpp"
#include "bench/qor/import/import_point.hpp"
#include "bench/qor/judge/accuracy_report.hpp"
#include "bench/qor/judge/calibrate.hpp"
#include "bench/qor/judge/comparison.hpp"
#include "support/atomic_write.hpp"

namespace {

using nlohmann::json;
using namespace pom::dse;
using namespace pom::dse::qor;

const char* const usage =
    "usage: pom-qor --points FILE [--gold] [--json OUT] [--id ID] [--worst N] [--confidence P] [--baseline FILE]\n"
    "               [--write-baseline FILE] [--calibrate OUT]\n"
    "       pom-qor --points FILE --stalls [--id ID]\n"
    "       pom-qor --report csynth.xml --design report.json\n"
    "Estimates every point of FILE (one JSON object a line; more files after commas) and prints how near the "
    "estimates\n"
    "are to the truth, and how often the upper bounds hold.\n"
    "  --gold                 only affine points with fixed latency and checked trip counts\n"
    "  --json OUT             the same numbers as JSON; shares and errors are fractions\n"
    "  --id ID                one point: its kernel, estimate and truth side by side, loop by loop\n"
    "  --worst N              the N largest errors of every metric\n"
    "  --confidence P         of the upper bounds, 0.5 to 0.95; without it 0.9\n"
    "  --calibrate OUT        writes the quantiles of the errors, for dse/devices/accuracy/uncertainty.json\n"
    "  --baseline FILE        compares with an earlier --write-baseline\n"
    "  --stalls               dataflow designs with RTL cycles: the stall simulation with the reports' own intervals\n"
    "                         and iteration latencies, beside the RTL\n"
    "  --report, --design     the vendor's report of one design beside libpom's estimate of it\n"
    "  --version              the version of libpom\n"
    "Exit status: 0 done, 1 worse than the baseline or not written, 2 the call is wrong or a file cannot be read.\n";

struct Arguments {
  std::string points, json, id, baseline, write_baseline, calibrate, confidence, report, design;
  std::optional<std::size_t> worst;
  double bound_confidence = 0.9;
  bool gold = false, stalls = false, help = false, version = false;
};

struct UsageError {
  std::string text;
};

std::size_t read_count(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) throw UsageError{"--worst needs a number, not \"" + text + "\""};
  return std::stoul(text);
}

double read_confidence(const std::string& text) {
  char* end = nullptr;
  const double confidence = std::strtod(text.c_str(), &end);
  const bool number = !text.empty() && *end == '\0';
  if (!number || !devices::is_confidence(confidence))
    throw UsageError{"--confidence needs a number from 0.5 to 0.95, not \"" + text + "\""};
  return confidence;
}

Arguments parse_arguments(int count, char** words) {
  Arguments arguments;
  const std::map<std::string, std::string*> values = {{"--points", &arguments.points},
                                                      {"--json", &arguments.json},
                                                      {"--id", &arguments.id},
                                                      {"--baseline", &arguments.baseline},
                                                      {"--write-baseline", &arguments.write_baseline},
                                                      {"--calibrate", &arguments.calibrate},
                                                      {"--confidence", &arguments.confidence},
                                                      {"--report", &arguments.report},
                                                      {"--design", &arguments.design}};
  for (int n = 1; n < count; ++n) {
    const std::string word = words[n];
    const auto value = values.find(word);
    if (word == "--gold")
      arguments.gold = true;
    else if (word == "--stalls")
      arguments.stalls = true;
    else if (word == "--help" || word == "-h")
      arguments.help = true;
    else if (word == "--version")
      arguments.version = true;
    else if (value == values.end() && word != "--worst")
      throw UsageError{"unknown argument " + word};
    else if (n + 1 >= count)
      throw UsageError{word + " needs a value"};
    else if (word == "--worst")
      arguments.worst = read_count(words[++n]);
    else
      *value->second = words[++n];
  }
  if (arguments.help || arguments.version) return arguments;
  if (!arguments.confidence.empty()) arguments.bound_confidence = read_confidence(arguments.confidence);
  if (arguments.points.empty() == arguments.report.empty()) throw UsageError{"either --points or --report is needed"};
  if (arguments.report.empty() != arguments.design.empty()) throw UsageError{"--report and --design go together"};
  return arguments;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), {});
  if (!in || in.bad()) throw UsageError{"cannot read " + path};
  return text;
}

json read_json(const std::string& path) {
  json value = json::parse(read_file(path), nullptr, false);
  if (value.is_discarded()) throw UsageError{path + " is no JSON"};
  return value;
}

int write(const std::string& path, const std::string& text) {
  if (!pom::write_file_atomically(path, text)) return 0;
  std::cerr << "pom-qor: cannot write " << path << "\n";
  return 1;
}

/// What of a line can be told without importing it.
struct Line {
  std::string id;
  bool gold = false;
};

Line look_at(const std::string& text, std::size_t number) {
  Line line{"line " + std::to_string(number), false};
  const json value = json::parse(text, nullptr, false);
  if (!value.is_object()) return line;
  if (value.contains("id") && value["id"].is_string()) line.id = value["id"].get<std::string>();
  line.gold = value.contains("gold") && value["gold"] == json(true);
  return line;
}

struct Set {
  std::vector<Judged> judged;
  bool found = false;  ///< the point asked for by --id
};

void show_point(const Point& point, const Judged& judged) {
  std::cout << to_string(point.kernel) << "\n";
  for (const std::string& note : point.notes) std::cout << "note: " << note << "\n";
  std::cout << "part " << point.part << ", " << point.clock_ns << " ns, release " << point.tool_version << "\n"
            << render_comparison(judged);
}

/// Adds the points of one file.
void judge_file(const std::string& path, const Arguments& arguments, Set& set) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError{"cannot read " + path};
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Line line = look_at(text, number);
    if (arguments.gold && !line.gold) continue;
    if (!arguments.id.empty() && line.id != arguments.id) continue;
    set.found = true;
    const auto imported = import_point_text(text);
    const Point* point = std::get_if<Point>(&imported);
    set.judged.push_back(point ? judge(*point) : Judged{line.id, "", {}, std::get<std::string>(imported), {}});
    if (arguments.id.empty()) continue;
    if (point)
      show_point(*point, set.judged.back());
    else
      std::cout << line.id << ": not supported: " << set.judged.back().reason << "\n";
  }
  if (in.bad()) throw UsageError{"cannot read " + path};
}

Set judge_points(const Arguments& arguments) {
  Set set;
  std::istringstream paths(arguments.points);
  for (std::string path; std::getline(paths, path, ',');) judge_file(path, arguments, set);
  return set;
}

int compare(const std::string& path, const std::vector<Judged>& judged) {
  const json baseline = read_json(path);
  try {
    const Difference difference = compare_with_baseline(judged, baseline);
    std::cout << "\nagainst " << path << " (before > now, in percent)\n" << difference.table;
    if (difference.regressed) std::cout << "worse than the baseline\n";
    return difference.regressed ? 1 : 0;
  } catch (const json::exception&) {
    throw UsageError{path + " is no baseline"};
  }
}

std::string calibration_source(const Arguments& arguments) {
  return "./pom qor --points " + arguments.points + (arguments.gold ? " --gold" : "") + " --calibrate " +
         arguments.calibrate;
}

int run_points(const Arguments& arguments) {
  const Set set = judge_points(arguments);
  if (!arguments.id.empty() && !set.found) throw UsageError{"there is no point " + arguments.id};
  if (arguments.id.empty())
    std::cout << render_accuracy(set.judged) << "\n" << render_coverage(set.judged, arguments.bound_confidence);
  if (arguments.worst) std::cout << render_worst(set.judged, *arguments.worst);
  int status = 0;
  if (!arguments.json.empty())
    status |= write(arguments.json, describe_accuracy(set.judged, arguments.bound_confidence).dump(1) + "\n");
  if (!arguments.baseline.empty()) status |= compare(arguments.baseline, set.judged);
  if (!arguments.write_baseline.empty())
    status |= write(arguments.write_baseline, describe_accuracy(set.judged).dump(1) + "\n");
  if (!arguments.calibrate.empty())
    status |= write(arguments.calibrate, calibrate(set.judged, calibration_source(arguments)));
  return status;
}

int run_stalls(const Arguments& arguments) {
  std::ifstream in(arguments.points, std::ios::binary);
  if (!in) throw UsageError{"cannot read " + arguments.points};
  std::vector<StallRow> rows;
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    if (!arguments.id.empty() && look_at(text, number).id != arguments.id) continue;
    const auto imported = import_point_text(text);
    const Point* point = std::get_if<Point>(&imported);
    if (!point) continue;
    if (auto row = simulate_point(*point)) rows.push_back(std::move(*row));
  }
  std::cout << render_stalls(rows);
  return 0;
}

int run_report(const Arguments& arguments) {
  const auto report = read_csynth(read_file(arguments.report));
  if (const auto* wrong = std::get_if<std::string>(&report)) throw UsageError{arguments.report + ": " + *wrong};
  const Comparison comparison = compare_with_report(read_json(arguments.design), std::get<CsynthReport>(report));
  if (!comparison.reason.empty()) throw UsageError{arguments.design + ": " + comparison.reason};
  std::cout << comparison.table;
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Arguments arguments = parse_arguments(count, words);
    if (arguments.help) {
      std::cout << usage;
      return 0;
    }
    if (arguments.version) {
      std::cout << "pom-qor " POM_VERSION "\n";
      return 0;
    }
    if (arguments.stalls) return run_stalls(arguments);
    return arguments.report.empty() ? run_points(arguments) : run_report(arguments);
  } catch (const UsageError& error) {
    std::cerr << "pom-qor: " << error.text << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "pom-qor: internal error: " << error.what() << "\n";
    return 3;
  }
}
