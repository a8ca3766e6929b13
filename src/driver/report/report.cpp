#include "driver/report/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/report/board_report.hpp"
#include "driver/report/estimate_report.hpp"
#include "driver/report/exploration_report.hpp"
#include "driver/report/kernel_report.hpp"
#include "driver/report/program_report.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/print/shape_text.hpp"
#include "support/classic_stream.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

std::int64_t bits_of(const dsl::Array& array) { return array.elements() * array.type.bits; }

std::string port_mode(const Compilation& made, const std::string& port, const char* otherwise) {
  const poly::PortMark* mark = made.scheduled->hardware.find_port(port);
  return mark ? mark->mode : otherwise;
}

ordered_json describe_arguments(const Compilation& made, const dse::devices::Device& device) {
  const dsl::Function& program = *made.program;
  ordered_json arguments = ordered_json::array();
  for (int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    arguments.push_back({{"name", declared.name},
                         {"kind", "scalar"},
                         {"type", to_string(declared.type)},
                         {"bits", declared.type.bits}});
    if (declared.is_parameter()) {
      arguments.back()["kind"] = "parameter";
      arguments.back()["least"] = declared.range->low;
      arguments.back()["greatest"] = declared.range->high;
    }
  }
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    const std::int64_t bits = bits_of(declared);
    arguments.push_back({{"name", declared.name},
                         {"kind", "array"},
                         {"type", to_string(declared.type)},
                         {"shape", declared.shape},
                         {"bits", bits},
                         {"fits_on_chip", bits <= device.memory_bits()},
                         {"port", declared.returned ? "return"
                                                    : port_mode(made, declared.name,
                                                                declared.shape.empty() ? "ap_vld" : "ap_memory")}});
  }
  return arguments;
}

std::int64_t total_bits(const dsl::Function& program) {
  std::int64_t bits = 0;
  for (int array : program.array_arguments()) bits += bits_of(*program.arrays[array]);
  return bits;
}

ordered_json describe_tables(const dsl::Function& program) {
  ordered_json tables = ordered_json::array();
  for (int array : program.used_arrays()) {
    const dsl::Array& table = *program.arrays[array];
    if (!table.is_table()) continue;
    tables.push_back(
        {{"name", table.name}, {"type", to_string(table.type)}, {"shape", table.shape}, {"bits", bits_of(table)}});
  }
  return tables;
}

int fifo_depth(const Compilation& made, const std::string& array) {
  for (const poly::StreamMark& mark : made.scheduled->hardware.streams) {
    if (made.scheduled->program->arrays[mark.array]->name == array) return mark.depth;
  }
  return 0;
}

/// What one process keeps of a channel.
ordered_json describe_storage(const std::optional<poly::Storage>& storage) {
  if (!storage) return nullptr;
  return {{"elements", storage->size}, {"no_fewer_than", storage->bound.count}, {"exact", storage->bound.exact}};
}

ordered_json describe_channels(const std::vector<poly::ChannelSummary>& channels) {
  ordered_json list = ordered_json::array();
  for (const poly::ChannelSummary& channel : channels) {
    list.push_back({{"array", channel.array},
                    {"producer", channel.producer},
                    {"consumer", channel.consumer},
                    {"bits", channel.bits},
                    {"streamed", channel.depth > 0},
                    {"depth", channel.depth},
                    {"array_elements", channel.elements},
                    {"fifo", channel.is_fifo()}});
    if (!channel.unknown.empty()) {
      list.back()["unknown"] = channel.unknown;
      continue;
    }
    list.back()["pushed_at_once"] = channel.lanes.pushed;
    list.back()["popped_at_once"] = channel.lanes.popped;
    list.back()["producer_keeps"] = describe_storage(channel.in_producer);
    list.back()["consumer_keeps"] = describe_storage(channel.in_consumer);
  }
  return list;
}

/// What automatic channels became.
ordered_json describe_streams(const Compilation& made) {
  ordered_json list = ordered_json::array();
  for (const poly::StreamedChannel& channel : made.streamed) {
    list.push_back({{"array", channel.array}, {"producer", channel.producer}, {"consumer", channel.consumer}});
    if (!channel.memory.empty()) {
      list.back()["memory"] = channel.memory;
      continue;
    }
    list.back()["fifo"] = channel.fifo;
    list.back()["tokens"] = channel.tokens;
    list.back()["lanes"] = channel.lanes;
    list.back()["bits"] = channel.bits;
    list.back()["depth"] = fifo_depth(made, channel.fifo);
    if (channel.buffer.empty()) continue;
    list.back()["buffer"] = {
        {"array", channel.buffer}, {"elements", channel.kept}, {"no_fewer_than", channel.no_fewer_than}};
  }
  return list;
}

ordered_json describe_warnings(const std::vector<Diagnostic>& warnings) {
  ordered_json list = ordered_json::array();
  for (const Diagnostic& warning : warnings) {
    list.push_back({{"code", warning.code}, {"message", warning.message}, {"at", to_string(warning.at)}});
  }
  return list;
}

ordered_json describe_dependences(const graph::DependenceGraph& graph) {
  ordered_json list = ordered_json::array();
  for (const graph::Edge& edge : graph.edges) {
    list.push_back({{"kind", poly::to_string(edge.kind)},
                    {"array", edge.array},
                    {"source", graph.nodes[edge.source].name},
                    {"sink", graph.nodes[edge.sink].name},
                    {"distances", edge.distance.vectors},
                    {"carriers", edge.carriers}});
  }
  return list;
}

}  // namespace

std::string make_report(const Compilation& made, const Report& result, const ChosenTarget& target,
                        const HostSide& host) {
  const dse::devices::Device& device = target.device;
  const dsl::Function& program = *made.program;
  const Verification& verification = result.verification;
  std::vector<std::string> schedule;
  for (const Directive& directive : program.schedule) schedule.push_back(to_string(directive));
  const std::int64_t bits = total_bits(program);
  ordered_json report;
  report["generator"] = "libpom";
  report["name"] = program.name;
  report["device"] = device.name;
  report["part"] = device.part;
  report["clock_ns"] = target.clock_ns;
  report["device_resources"] = describe_device(device);
  if (target.board) report["board"] = describe_board(target, host, *made.view, result.estimate);
  report["computes"] = describe_computes(*made.scheduled->program);
  report["arguments"] = describe_arguments(made, device);
  if (ordered_json tables = describe_tables(program); !tables.empty()) report["tables"] = std::move(tables);
  report["memory"] = {{"array_bits", bits},
                      {"device_block_memory_bits", device.memory_bits()},
                      {"all_fit_on_chip", bits <= device.memory_bits()},
                      {"note", "array arguments are memory ports of the kernel; they use no memory inside it"}};
  report["arrays"] = describe_arrays(made);
  describe_exploration(result, report);
  report["estimate"] =
      describe_estimate(result.estimate, describe_estimated_loops(made, result.estimate, result.exploration.available));
  report["course"] = describe_course(made, result.estimate);
  report["schedule"] = schedule;
  report["directives"] = describe_directives(program, result.exploration, target.board.has_value());
  report["kernel"] = describe_kernel(made, result.exploration.available);
  report["reassociated"] = made.reassociated;
  report["statements"] = describe_statements(made);
  report["dependences"] = describe_dependences(*made.graph);
  if (!made.channels.empty()) report["channels"] = describe_channels(made.channels);
  if (!made.streamed.empty()) report["streams"] = describe_streams(made);
  report["warnings"] = describe_warnings(result.warnings);
  report["verified"] = result.verified;
  report["verification"] = {{"agreed", verification.agreed},
                            {"reduced", verification.reduced},
                            {"sizes", verification.sizes},
                            {"detail", verification.detail},
                            {"share_executed", verification.share_executed},
                            {"input_sets", verification.input_sets},
                            {"arms", verification.arms},
                            {"arms_taken", verification.arms_taken},
                            {"never_taken", verification.never_taken},
                            {"constant_computes", verification.constant_computes}};
  return report.dump(2) + "\n";
}

namespace {

/// "  inputs   3 sets; 46 of 48 arms taken, not these:" and some of them, a line each.
std::string coverage_lines(const Verification& verification) {
  constexpr std::size_t most_lines = 5;
  ClassicStream out;
  out << "  inputs   " << verification.input_sets << " sets";
  if (verification.arms > 0) out << "; " << verification.arms_taken << " of " << verification.arms << " arms taken";
  const std::vector<std::string>& never = verification.never_taken;
  out << (never.empty() ? "\n" : ", not these:\n");
  for (std::size_t n = 0; n < std::min(most_lines, never.size()); ++n) out << "           " << never[n] << "\n";
  if (never.size() > most_lines) out << "           " << never.size() - most_lines << " more are in report.json\n";
  return out.str();
}

std::string verification_lines(const Report& report) {
  const Verification& verification = report.verification;
  if (verification.detail.empty()) return "";
  std::string text = (report.verified ? "  verified " : "  NOT verified: ") + verification.sizes + ": ";
  if (!report.verified && verification.agreed) {
    std::string names;
    for (const std::string& name : verification.constant_computes)
      names += (names.empty() ? "\"" : ", \"") + name + "\"";
    text +=
        names + " stored one value in every instance of every run; that the executions agree says nothing about it\n";
  } else {
    text += verification.detail + "\n";
  }
  return text + (verification.input_sets > 0 ? coverage_lines(verification) : "");
}

/// Lines of one kind; of many, the first ones and how many more there are.
class Lines {
 public:
  explicit Lines(const Report& report) : written_(!report.directory.empty()) {}

  void add(const std::string& line) {
    if (++count_ <= most) text_ += last_;
    last_ = line;
  }
  std::string text() const {
    if (count_ <= most) return text_ + last_;
    return text_ + "           … and " + std::to_string(count_ - most + 1) + " more" +
           (written_ ? ", in report.html\n" : "\n");
  }

 private:
  static constexpr std::size_t most = 5;
  bool written_;
  std::size_t count_ = 0;
  std::string text_, last_;  ///< of the last one it is not known whether it is shown
};

/// What automatic channels became, a line each.
void add_stream_lines(const Compilation& made, Lines& lines) {
  for (const poly::StreamedChannel& channel : made.streamed) {
    ClassicStream out;
    out << "  channel  \"" << channel.array << "\" from \"" << channel.producer << "\" to \"" << channel.consumer
        << "\": ";
    if (!channel.memory.empty()) {
      out << "a memory: " << channel.memory << "\n";
      lines.add(out.str());
      continue;
    }
    if (channel.lanes > 1) out << channel.lanes << " FIFOs side by side, each ";
    out << (channel.lanes > 1 ? "of " : "FIFO of ") << fifo_depth(made, channel.fifo) << " x " << channel.bits
        << " bits";
    if (!channel.buffer.empty()) {
      out << ", \"" << channel.consumer << "\" keeps " << channel.kept << " elements";
      if (channel.kept == channel.no_fewer_than) {
        out << ", all alive at once";
      } else if (channel.no_fewer_than > 0) {
        out << " (" << channel.no_fewer_than << " are alive at once)";
      }
    }
    out << "\n";
    lines.add(out.str());
  }
}

std::string port_lines(const dsl::Function& program, const dse::devices::Device& device, const Report& report) {
  Lines lines(report);
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    const std::int64_t bits = bits_of(declared);
    const bool streams = dsl::is_stream_port(program, array);
    lines.add((streams ? "  stream   " : "  port     ") + dsl::declared_text(declared) + " " +
              to_string(declared.type) + ", " + size_text(bits) +
              (streams ? ", " + dsl::port_mode(program, array) : "") +
              (streams || bits <= device.memory_bits()
                   ? "\n"
                   : ": larger than the device's block memory, must stay off the chip\n"));
  }
  return lines.text();
}

std::string table_lines(const dsl::Function& program, const Report& report) {
  Lines lines(report);
  for (int array : program.used_arrays()) {
    const dsl::Array& table = *program.arrays[array];
    if (table.is_table())
      lines.add("  table    " + dsl::declared_text(table) + " " + to_string(table.type) + ", " +
                size_text(bits_of(table)) + "\n");
  }
  return lines.text();
}

std::string channel_lines(const Compilation& made, const Report& report) {
  Lines lines(report);
  add_stream_lines(made, lines);
  for (const poly::ChannelSummary& channel : made.channels)
    lines.add("  channel  \"" + channel.array + "\" from \"" + channel.producer + "\" to \"" + channel.consumer +
              "\": " + to_string(channel) + "\n");
  return lines.text();
}

}  // namespace

std::string make_summary(const Compilation& made, const Report& report, const ChosenTarget& target,
                         const HostSide& host) {
  const dsl::Function& program = *made.program;
  const dse::devices::Device& device = target.device;
  ClassicStream out;
  out << "libpom: " << program.name << " for " << device.part << (target.board ? " on " + target.board->title : "")
      << "\n";
  out << port_lines(program, device, report) << table_lines(program, report)
      << board_lines(target, *made.view, report.estimate) << channel_lines(made, report);
  for (const std::string& compute : made.reassociated) {
    out << "  note     the reduction of \"" << compute << "\" was reassociated, as allow_reassociation permits\n";
  }
  if (leaves_arrays(report.warnings))
    out << "  note     accesses leave their arrays, in the test bench too: what it says then means nothing\n";
  out << "  " << estimate_line(report.estimate, device) << "\n" << exploration_lines(report);
  out << verification_lines(report) << host_lines(target, host);
  if (!report.directory.empty())
    out << "  written  " << report.directory << "/" << program.name << ".cpp and " << report.files.size() - 1
        << " more files\n";
  return out.str();
}

}  // namespace pom::driver
