#include "bench/qor/description/read_truth.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/qor/description/program.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

/// Numbers, and numbers as text ("126", "1.0e+03").
std::optional<double> number_of(const json& object, const char* member) {
  if (!object.is_object()) return {};
  const auto found = object.find(member);
  if (found == object.end()) return {};
  if (found->is_number()) return found->get<double>();
  if (!found->is_string()) return {};
  const std::string text = found->get<std::string>();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> count_of(const json& object, const char* member) {
  const auto value = number_of(object, member);
  if (!value || !(std::abs(*value) < 9e15)) return {};
  return std::llround(*value);
}

const json& member_of(const json& object, const char* member) {
  static const json none;
  return object.is_object() && object.contains(member) ? object[member] : none;
}

TruthLoop read_loop(const json& text) {
  TruthLoop loop;
  loop.module = text_of(text, "module");
  loop.name = text_of(text, "name");
  loop.trip = count_of(text, "trip");
  loop.iteration_latency = count_of(text, "iter_latency");
  loop.interval = count_of(text, "ii");
  loop.latency = count_of(text, "latency");
  loop.pipelined = text_of(text, "pipelined") == "yes";
  return loop;
}

TruthModule read_module(const json& text) {
  return {text_of(text, "module"), count_of(text, "latency"), number_of(text, "DSP"),
          number_of(text, "BRAM"), number_of(text, "LUT"),    number_of(text, "FF")};
}

}  // namespace

Truth read_truth(const json& point) {
  Truth truth;
  const json& text = member_of(point, "truth");
  truth.latency_min = count_of(member_of(text, "latency"), "min");
  truth.latency_max = count_of(member_of(text, "latency"), "max");
  truth.interval = count_of(member_of(text, "interval"), "max");
  truth.rtl_latency = count_of(member_of(text, "cosim"), "latency_max");
  const json& resources = member_of(text, "resources");
  truth.dsp = number_of(resources, "DSP");
  truth.bram_18k = number_of(resources, "BRAM_18K");
  truth.uram = number_of(resources, "URAM");
  truth.lut = number_of(resources, "LUT");
  truth.ff = number_of(resources, "FF");
  const json& loops = member_of(text, "loops");
  if (loops.is_array()) {
    for (const json& loop : loops) truth.loops.push_back(read_loop(loop));
  }
  const json& modules = member_of(text, "modules");
  if (modules.is_array()) {
    for (const json& module : modules) truth.modules.push_back(read_module(module));
  }
  return truth;
}

}  // namespace pom::dse::qor
