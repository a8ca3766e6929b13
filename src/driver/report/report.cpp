#include "driver/report/report.hpp"

#include <nlohmann/json.hpp>

#include "driver/report/board_report.hpp"
#include "driver/report/estimate_report.hpp"
#include "driver/report/exploration_report.hpp"
#include "driver/report/kernel_report.hpp"
#include "driver/report/program_report.hpp"
#include "driver/report/speedup_report.hpp"
#include "dsl/model/port_words.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

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
    if (declared.lanes > 1)
      arguments.back()["words"] = {{"elements", declared.lanes},
                                   {"arguments", dsl::port_names(declared.name, declared.ports)}};
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
        {"array", channel.buffer}, {"elements", channel.kept}, {"no_fewer_than", channel.no_fewer_than()}};
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
  describe_speedup(result, report);
  describe_exploration(result, report);
  report["estimate"] =
      describe_estimate(result.estimate, describe_estimated_loops(made, result.estimate, result.exploration.available));
  report["course"] = describe_course(made, result.estimate);
  report["schedule"] = schedule;
  report["directives"] = describe_directives(program, result.exploration, target.board.has_value());
  report["kernel"] = describe_kernel(made, result.exploration.available);
  report["reassociated"] = made.reassociated;
  if (!made.left_to_tool.empty()) report["left_to_tool"] = made.left_to_tool;
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

}  // namespace pom::driver
