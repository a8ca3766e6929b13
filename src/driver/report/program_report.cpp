#include "driver/report/program_report.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "driver/report/place.hpp"
#include "dsl/print/print_program.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "support/words.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

/// The compute that a directive is about; empty: it is about an array or the whole function.
std::string compute_of(const Primitive& primitive) {
  return std::visit(
      [](const auto& one) -> std::string {
        if constexpr (requires { one.compute; }) return one.compute;
        return "";
      },
      primitive);
}

/// The step of the trail that names the directive; else the one that decides how the compute's loops run.
std::optional<std::size_t> step_of(const std::string& directive, const std::string& compute,
                                   const std::vector<std::string>& trail) {
  for (std::size_t n = 0; n < trail.size(); ++n) {
    if (trail[n].find(directive) != std::string::npos) return n;
  }
  for (std::size_t n = 0; !compute.empty() && n < trail.size(); ++n) {
    if (trail[n].find("unit " + join_names({compute, ""})) != std::string::npos) return n;
  }
  return std::nullopt;
}

/// auto_DSE takes these as the user wrote them; every other directive of its design is its own.
bool is_kept_by_search(const Primitive& primitive) {
  return std::holds_alternative<Interface>(primitive) || std::holds_alternative<BindStorage>(primitive);
}

/// Who made a directive, as a word.
const char* origin_of(const Directive& directive, bool searched, bool on_board) {
  if (searched) return "search";
  if (!directive.at.file.empty()) return "program";
  // What a board's host needs is added without a place (add_control_port); so is what an earlier search found.
  return on_board && std::holds_alternative<Interface>(directive.primitive) ? "board" : "earlier";
}

const char* to_word(poly::PartitionKind kind) {
  if (kind == poly::PartitionKind::complete) return "complete";
  return kind == poly::PartitionKind::block ? "block" : "cyclic";
}

const char* role_of(const dsl::Array& array) {
  if (array.is_table()) return "table";
  if (array.returned) return "return";
  return array.local ? "local" : "port";
}

void describe_banks(const poly::HardwareMarks& marks, int array, ordered_json& entry) {
  std::int64_t count = 1;
  ordered_json banks = ordered_json::array();
  for (const poly::PartitionMark& mark : marks.partitions) {
    if (mark.array != array) continue;
    banks.push_back({{"dimension", mark.dimension + 1},
                     {"kind", to_word(mark.kind)},
                     {"factor", mark.factor},
                     {"reshaped", mark.banking == poly::Banking::reshape}});
    if (mark.banking == poly::Banking::partition) count *= mark.factor;
  }
  entry["banks"] = count;
  entry["partition"] = std::move(banks);
}

}  // namespace

std::int64_t bits_of(const dsl::Array& array) { return array.elements() * array.type.bits; }

int fifo_depth(const Compilation& made, const std::string& array) {
  for (const poly::StreamMark& mark : made.scheduled->hardware.streams) {
    if (made.scheduled->program->arrays[mark.array]->name == array) return mark.depth;
  }
  return 0;
}

ordered_json describe_computes(const dsl::Function& program) {
  ordered_json list = ordered_json::array();
  for (const dsl::Compute& compute : program.computes) {
    ordered_json loops = ordered_json::array();
    for (const dsl::Loop& loop : compute.loops) loops.push_back(loop.name);
    list.push_back({{"name", compute.name},
                    {"loops", loops},
                    {"statement", dsl::statement_text(program, compute)},
                    {"at", place_text(compute.at)}});
  }
  return list;
}

ordered_json describe_statements(const Compilation& made) {
  const dsl::Function& program = *made.as_written->program;
  ordered_json list = ordered_json::array();
  for (std::size_t n = 0; n < made.graph->nodes.size(); ++n) {
    const graph::Node& node = made.graph->nodes[n];
    const bool is_reduction = poly::is_reduction(program.computes[n]);
    list.push_back({{"name", node.name},
                    {"loops", node.loops},
                    {"sums_over", is_reduction ? node.reductions : std::vector<std::string>{}}});
  }
  return list;
}

ordered_json describe_directives(const dsl::Function& program, const Exploration& found, bool on_board) {
  ordered_json list = ordered_json::array();
  for (const Directive& directive : program.schedule) {
    const std::string text = to_string(directive);
    const bool searched = found.available && !is_kept_by_search(directive.primitive);
    const std::string at = searched ? "" : place_text(directive.at);
    list.push_back(
        {{"text", text}, {"at", at}, {"origin", origin_of(directive, searched, on_board)}, {"step", nullptr}});
    if (!searched) continue;
    if (const auto step = step_of(text, compute_of(directive.primitive), found.trail)) list.back()["step"] = *step;
  }
  return list;
}

ordered_json describe_arrays(const Compilation& made) {
  const dsl::Function& program = *made.scheduled->program;
  const poly::HardwareMarks& marks = made.scheduled->hardware;
  ordered_json list = ordered_json::array();
  for (const int index : program.used_arrays()) {
    const dsl::Array& array = *program.arrays[index];
    list.push_back({{"name", array.name},
                    {"role", role_of(array)},
                    {"type", to_string(array.type)},
                    {"shape", array.shape},
                    {"bits", array.elements() * array.type.bits},
                    {"at", place_text(array.at)}});
    describe_banks(marks, index, list.back());
    for (const poly::StorageMark& mark : marks.storages) {
      if (mark.array == index) list.back()["storage"] = {{"type", mark.type}, {"implementation", mark.implementation}};
    }
    for (const poly::StreamMark& mark : marks.streams) {
      if (mark.array == index) list.back()["stream_depth"] = mark.depth;
    }
  }
  return list;
}

ordered_json describe_device(const dse::devices::Device& device) {
  return {
      {"dsp", device.dsp}, {"lut", device.lut}, {"ff", device.ff}, {"bram18", device.bram_18k}, {"uram", device.uram}};
}

}  // namespace pom::driver
