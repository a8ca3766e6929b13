#include "driver/report/summary.hpp"

#include <algorithm>

#include "driver/report/board_report.hpp"
#include "driver/report/estimate_report.hpp"
#include "driver/report/exploration_report.hpp"
#include "driver/report/program_report.hpp"
#include "driver/report/speedup_report.hpp"
#include "driver/report/summary_parts.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/print/shape_text.hpp"
#include "support/classic_stream.hpp"

namespace pom::driver {

namespace {

/// "A, B, C" and, of many, how many more.
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 8;
  std::string text;
  for (std::size_t n = 0; n < std::min(most_named, names.size()); ++n) text += (n ? ", " : "") + names[n];
  if (names.size() > most_named) text += " and " + std::to_string(names.size() - most_named) + " more";
  return text;
}

/// How an array argument comes to the kernel, and whether it could lie on the chip.
std::string port_line(const dsl::Function& program, int array, const dse::devices::Device& device) {
  const dsl::Array& declared = *program.arrays[array];
  const std::int64_t bits = bits_of(declared);
  const bool streams = dsl::is_stream_port(program, array);
  return (streams ? "  stream   " : "  port     ") + dsl::declared_text(declared) + " " + to_string(declared.type) +
         ", " + size_text(bits) + (streams ? ", " + dsl::port_mode(program, array) : "") +
         (streams || bits <= device.memory_bits() ? ""
                                                  : ": larger than the device's block memory, must stay off the chip");
}

SummaryPart port_part(const dsl::Function& program, const dse::devices::Device& device) {
  SummaryPart part{Worth::ports, {}};
  std::vector<std::string> names;
  std::int64_t bits = 0;
  for (const int array : program.array_arguments()) {
    part.lines.push_back(port_line(program, array, device));
    names.push_back(program.arrays[array]->name);
    bits += bits_of(*program.arrays[array]);
  }
  part.brief = "  ports    " + names_text(names) + ": " + size_text(bits);
  return part;
}

SummaryPart table_part(const dsl::Function& program) {
  SummaryPart part{Worth::tables, {}};
  std::vector<std::string> names;
  for (const int array : program.used_arrays()) {
    const dsl::Array& table = *program.arrays[array];
    if (!table.is_table()) continue;
    part.lines.push_back("  table    " + dsl::declared_text(table) + " " + to_string(table.type) + ", " +
                         size_text(bits_of(table)));
    names.push_back(table.name);
  }
  part.brief = "  tables   " + names_text(names);
  return part;
}

/// What an automatic channel became.
std::string stream_line(const Compilation& made, const poly::StreamedChannel& channel) {
  ClassicStream out;
  out << "  channel  \"" << channel.array << "\" from \"" << channel.producer << "\" to \"" << channel.consumer
      << "\": ";
  if (!channel.memory.empty()) return out.str() + "a memory: " + channel.memory;
  if (channel.lanes > 1) out << channel.lanes << " FIFOs side by side, each ";
  out << (channel.lanes > 1 ? "of " : "FIFO of ") << fifo_depth(made, channel.fifo) << " x " << channel.bits << " bits";
  if (channel.buffer.empty()) return out.str();
  out << ", \"" << channel.consumer << "\" keeps " << channel.kept << " elements";
  if (channel.kept == channel.no_fewer_than()) {
    out << ", all alive at once";
  } else if (channel.no_fewer_than() > 0) {
    out << (channel.alive.exact ? " (" : " (at least ") << channel.no_fewer_than() << " are alive at once)";
  }
  return out.str();
}

SummaryPart channel_part(const Compilation& made) {
  SummaryPart part{Worth::channels, {}};
  for (const poly::StreamedChannel& channel : made.streamed) part.lines.push_back(stream_line(made, channel));
  for (const poly::ChannelSummary& channel : made.channels)
    part.lines.push_back("  channel  \"" + channel.array + "\" from \"" + channel.producer + "\" to \"" +
                         channel.consumer + "\": " + to_string(channel));
  part.brief = "  channels " + std::to_string(part.lines.size()) + " between processes";
  return part;
}

std::vector<std::string> quoted(std::vector<std::string> names) {
  for (std::string& name : names) name = '"' + name + '"';
  return names;
}

/// What the program's words permit and its results depend on.
SummaryPart note_part(const Compilation& made, const Report& report) {
  SummaryPart part;
  if (!made.reassociated.empty()) {
    const std::vector<std::string> names = quoted(made.reassociated);
    part.lines.push_back("  note     the reduction" + std::string(names.size() > 1 ? "s" : "") + " of " +
                         names_text(names) + (names.size() > 1 ? " were" : " was") +
                         " reassociated, as allow_reassociation permits");
  }
  if (!made.left_to_tool.empty())
    part.lines.push_back(
        "  note     the tool may take sums in another order (unsafe math), as allow_reassociation permits: " +
        names_text(quoted(made.left_to_tool)));
  if (leaves_arrays(report.warnings))
    part.lines.push_back(
        "  note     accesses leave their arrays, in the test bench too: what it says then means nothing");
  return part;
}

std::string verification_line(const Report& report) {
  const Verification& verification = report.verification;
  const std::string begin = (report.verified ? "  verified " : "  NOT verified: ") + verification.sizes + ": ";
  if (report.verified || !verification.agreed) return begin + verification.detail;
  std::string names;
  for (const std::string& name : verification.constant_computes) names += (names.empty() ? "\"" : ", \"") + name + "\"";
  return begin + names +
         " stored one value in every instance of every run; that the executions agree says nothing about it";
}

/// "  inputs   3 sets; 46 of 48 arms taken, not these:" and the arms, a line each.
SummaryPart coverage_part(const Verification& verification) {
  if (verification.input_sets <= 0) return {};
  std::string first = "  inputs   " + std::to_string(verification.input_sets) + " sets";
  if (verification.arms > 0)
    first +=
        "; " + std::to_string(verification.arms_taken) + " of " + std::to_string(verification.arms) + " arms taken";
  if (verification.never_taken.empty()) return {Worth::inputs, {first}};
  SummaryPart part{Worth::needed, {first + ", not these:"}, first};
  for (const std::string& arm : verification.never_taken) part.lines.push_back("           " + arm);
  return part;
}

/// All that there is to say but for the files.
std::vector<SummaryPart> all_parts(const Compilation& made, const Report& report, const ChosenTarget& target,
                                   const HostSide& host) {
  const dsl::Function& program = *made.program;
  const dse::devices::Device& device = target.device;
  std::vector<SummaryPart> parts = {
      {Worth::needed,
       {"libpom: " + program.name + " for " + device.part + (target.board ? " on " + target.board->title : "")}}};
  const auto add = [&](const std::vector<SummaryPart>& more) { parts.insert(parts.end(), more.begin(), more.end()); };
  add({port_part(program, device), table_part(program)});
  add(board_parts(target, *made.view, report.estimate));
  add({channel_part(made), note_part(made, report)});
  add(estimate_parts(report.estimate, device));
  add({speedup_part(report)});
  add(exploration_parts(report));
  if (!report.verification.detail.empty())
    add({{Worth::needed, {verification_line(report)}}, coverage_part(report.verification)});
  add({host_part(target, host)});
  return parts;
}

}  // namespace

std::string make_summary(const Compilation& made, const Report& report, const ChosenTarget& target,
                         const HostSide& host) {
  constexpr std::size_t most_lines = 10;
  const std::vector<SummaryPart> parts = all_parts(made, report, target, host);
  if (report.directory.empty()) return fit_summary(parts, most_lines, "").text;
  const FittedSummary fitted = fit_summary(parts, most_lines - 1, "in report.html");
  return fitted.text + "  written  " + report.directory + "/" + made.program->name + ".cpp and " +
         std::to_string(report.files.size() - 1) + " more files" +
         (fitted.complete ? "" : "; report.html says all of it") + "\n";
}

}  // namespace pom::driver
