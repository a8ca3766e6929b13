// Holds the cost functions against every row of the synthesis reports. The tables were made from these rows, so that
// agreement says that they were copied and are chosen from rightly, not how well other operators are foretold: those
// are marked `estimated`. POM_SHOW_FACTS=1 lists the rows that differ. The
// shares below are what the model reaches today: they may rise, not fall.
#include <algorithm>

#include "facts.hpp"

using namespace pom::dse;
using namespace pom::dse::devices;
using namespace pom::dse::test;

namespace {

std::string text_of(const Row& row, const std::string& ours) {
  std::string text;
  for (const auto& [key, value] : row) text += key + "=" + value + " ";
  return text + "-> " + ours;
}

std::string text_of(const OperatorCost& c) {
  return std::to_string(c.latency + 1) + " stages, " + std::to_string(c.dsp) + " DSP, " +
         std::to_string(c.reported_ff) + " FF, " + std::to_string(c.reported_lut) + " LUT";
}

/// "24nsx16sx40" → 24, 16, 40
std::vector<int> widths_of(const Row& row) {
  std::vector<int> widths;
  for (const std::string& part : split(row.at("widths"), 'x')) {
    if (!part.empty() && std::isdigit(static_cast<unsigned char>(part[0]))) widths.push_back(std::stoi(part));
  }
  return widths;
}

/// Nothing for what is no arithmetic operator (multiplexers) or a name that says too little.
std::optional<OperatorKey> float_key(const Row& row) {
  static const std::map<std::string, OpKind> kinds = {
      {"add", OpKind::add},     {"sub", OpKind::sub}, {"addfsub", OpKind::sub},
      {"adddsub", OpKind::sub}, {"mul", OpKind::mul}, {"div", OpKind::div},
      {"cmp", OpKind::lt},      {"exp", OpKind::exp}, {"sqrt", OpKind::sqrt}};
  const std::string name = row.at("operator");
  const auto cast = [](NumberType from, NumberType to) {
    return OperatorKey{.op = OpKind::cast, .type = to, .operand = from};
  };
  if (name == "fptrunc") return cast(float_type(64), float_type(32));
  if (name == "fpext") return cast(float_type(32), float_type(64));
  if (name == "sitofp") return cast(integer_type(32), float_type(32));
  if (name == "sitodp") return cast(integer_type(32), float_type(64));
  const auto kind = kinds.find(name.substr(1));
  if ((name[0] != 'f' && name[0] != 'd') || kind == kinds.end()) return std::nullopt;
  OperatorKey key{.op = kind->second, .type = float_type(name[0] == 'f' ? 32 : 64)};
  if (row.at("variant") == "no_dsp" && kind->second == OpKind::add) key.implementation = "fabric";
  return key;
}

OperatorKey integer_key(const Row& row, OpKind op) {
  const std::vector<int> widths = widths_of(row);
  OperatorKey key{.op = op, .type = integer_type(widths.back())};
  key.left_bits = widths[0];
  key.right_bits = widths[1];
  if (row.at("variant") == "seq") key.implementation = "seq";
  return key;
}

bool agrees(const Row& row, const OperatorCost& cost, int slack_percent) {
  const auto near = [&](int ours, int theirs) { return std::abs(ours - theirs) * 100 <= slack_percent * theirs; };
  return cost.latency + 1 == number(row, "stages") && cost.dsp == number(row, "dsp") &&
         near(cost.reported_ff, number(row, "ff")) && near(cost.reported_lut, number(row, "lut"));
}

/// Of the old releases' names, which say neither widths nor stages, only floats are told apart.
bool is_new(const Row& row) { return *read_version(row.at("tool_version")) >= ToolVersion{2020, 1}; }

}  // namespace

TEST_CASE("facts: every float operator of the reports, its stages, DSPs, FFs and LUTs") {
  Agreement exact{"float operators"};
  for (const Row& row : read_facts("operators.csv")) {
    const auto key = float_key(row);
    if (!key || !is_new(row)) continue;
    const Site at = site(row.at("part"), std::stod(row.at("clock_ns")), row.at("tool_version"));
    const OperatorCost cost = find_operator(at.target, *key);
    exact.add(agrees(row, cost, 0), text_of(row, text_of(cost)));
  }
  CHECK(exact.rows >= 50);
  CHECK(exact.share() == 1.0);
}

TEST_CASE("facts: integer multipliers") {
  Agreement dsp{"multipliers, DSP"}, stages{"multipliers, stages"}, lut{"multipliers, LUT within 20 %"};
  for (const Row& row : read_facts("operators.csv")) {
    if (row.at("operator") != "mul" || !row.at("variant").empty()) continue;
    const Site at = site(row.at("part"), std::stod(row.at("clock_ns")), row.at("tool_version"));
    OperatorKey key = integer_key(row, OpKind::mul);
    // Registers that are not fabric's are bind_op's.
    const bool is_bound = number(row, "stages") > 1 && number(row, "ff") == 0;
    if (is_bound) key.bound_latency = number(row, "stages") - 1;
    const OperatorCost cost = find_operator(at.target, key);
    const std::string text = text_of(row, text_of(cost));
    dsp.add(cost.dsp == number(row, "dsp"), text);
    stages.add(cost.latency + 1 == number(row, "stages"), text);
    lut.add(std::abs(cost.lut - number(row, "lut")) * 5 <= number(row, "lut"), text);
  }
  CHECK(dsp.share() > 0.9);
  CHECK(stages.share() > 0.95);
  CHECK(lut.share() > 0.9);
}

TEST_CASE("facts: products of narrow integers are built of LUTs up to ten bits, and take one DSP block above") {
  Agreement dsp{"narrow multipliers, DSP"}, lut{"narrow multipliers without DSP, LUT within 10 %"};
  for (const Row& row : read_facts("narrow_multipliers.csv")) {
    const bool is_seven = row.at("family") == "zynq";
    const Site at = site(is_seven ? "xc7z020" : "xcu280", 10, row.at("tool_version"));
    OperatorKey key{.op = OpKind::mul, .type = integer_type(number(row, "result"))};
    key.left_bits = number(row, "left");
    key.right_bits = number(row, "right");
    const OperatorCost cost = find_operator(at.target, key);
    const std::string text = text_of(row, text_of(cost));
    dsp.add(cost.dsp == number(row, "dsp"), text);
    if (number(row, "dsp") == 0) lut.add(std::abs(cost.lut - number(row, "lut")) * 10 <= number(row, "lut"), text);
  }
  CHECK(dsp.rows >= 60);
  CHECK(dsp.share() == 1.0);
  CHECK(lut.share() > 0.9);
}

TEST_CASE("facts: integer dividers") {
  Agreement stages{"dividers, stages"}, costs{"dividers, FF and LUT within 5 %"};
  for (const Row& row : read_facts("operators.csv")) {
    const std::string& name = row.at("operator");
    if (name != "sdiv" && name != "udiv" && name != "srem" && name != "urem") continue;
    if (!is_new(row)) continue;
    const Site at = site(row.at("part"), std::stod(row.at("clock_ns")), row.at("tool_version"));
    const OperatorCost cost = find_operator(at.target, integer_key(row, OpKind::div));
    stages.add(cost.latency + 1 == number(row, "stages"), text_of(row, text_of(cost)));
    costs.add(agrees(row, cost, 5), text_of(row, text_of(cost)));
  }
  CHECK(stages.share() == 1.0);
  CHECK(costs.share() > 0.85);
}

TEST_CASE("facts: multiplexers") {
  Agreement exact{"multiplexers"}, near{"multiplexers within 5 %"};
  for (const Row& row : read_facts("operators.csv")) {
    const std::string& name = row.at("operator");
    const std::string first = split(row.at("widths"), 'x')[0];
    if (name != "mux" && name != "sparsemux") continue;
    // mux_<inputs><address bits>_<bits>, sparsemux_<2 * inputs + 1>_<address bits>_<bits>
    const int inputs = name == "mux" ? std::stoi(first.substr(0, first.size() - 1)) : (std::stoi(first) - 1) / 2;
    const Site at = site(row.at("part"), std::stod(row.at("clock_ns")), row.at("tool_version"));
    const int ours = multiplexer_lut(at.target, inputs, 32), theirs = number(row, "lut");
    exact.add(ours == theirs, text_of(row, std::to_string(ours)));
    near.add(std::abs(ours - theirs) * 20 <= theirs, text_of(row, std::to_string(ours)));
  }
  CHECK(exact.share() > 0.85);
  CHECK(near.share() > 0.9);
}

TEST_CASE("facts: LUTs of integer expressions") {
  static const std::map<std::string, OpKind> kinds = {
      {"+", OpKind::add},     {"-", OpKind::sub},       {"icmp", OpKind::lt},       {"and", OpKind::bit_and},
      {"or", OpKind::bit_or}, {"xor", OpKind::bit_xor}, {"select", OpKind::select}, {"shl", OpKind::shl},
      {"lshr", OpKind::shr},  {"ashr", OpKind::shr}};
  std::map<std::string, Agreement> by_operation;
  int all = 0, agree = 0;
  for (const Row& row : read_facts("expressions.csv")) {
    const OpKind kind = kinds.at(row.at("op"));
    const int left = number(row, "left"), right = number(row, "right"), rows = number(row, "rows");
    const Site at = site(row.at("family") == "7s" ? "xc7z020" : "xcu280", 10, row.at("tool_version"));
    OperatorKey key{.op = kind, .type = integer_type(std::max(left, right))};
    key.left_bits = kind == OpKind::shl ? right : left;
    if (kind == OpKind::shl || kind == OpKind::shr) key.left_bits = std::max(left, right);
    key.right_bits = right;
    const int ours = find_operator(at.target, key).lut;
    Agreement& here = by_operation[row.at("op")];
    here.what = "expressions " + row.at("op");
    here.add(ours == number(row, "lut"), text_of(row, std::to_string(ours)));
    all += rows;
    agree += ours == number(row, "lut") ? rows : 0;
  }
  MESSAGE("expressions, by how often they occur: " << agree << " of " << all << " agree");
  CHECK(agree > 0.85 * all);
  CHECK(by_operation.at("+").share() > 0.75);
  CHECK(by_operation.at("icmp").share() > 0.8);
}

namespace {

bool same(const Row& row, const MemoryCost& cost) {
  return cost.bram_18k == number(row, "bram_18k") && cost.uram == number(row, "uram") && cost.ff == number(row, "ff") &&
         cost.lut == number(row, "lut");
}

MemoryKey memory_key(const Row& row) {
  const std::string& module = row.at("module");
  MemoryKey key{.words = number(row, "words"), .bits = number(row, "bits")};
  if (module.find("LUTRAM") != std::string::npos) key.storage = "lutram";
  if (module.find("_BRAM_") != std::string::npos) key.storage = "bram";
  key.writable = !module.starts_with("ROM");
  return key;
}

/// What a row does not say: both ports used, both writing, between processes.
std::vector<MemoryKey> usages(const MemoryKey& key) {
  std::vector<MemoryKey> all(5, key);
  all[1].ports = 2;
  all[2].ports = 2, all[2].true_dual = true;
  all[3].ping_pong = true;
  all[4].ping_pong = all[4].true_dual = true;
  return all;
}

}  // namespace

TEST_CASE("facts: memories") {
  Agreement plain{"memories, as used in the plainest way"}, some{"memories, as used in some way"};
  int instances = 0, agree = 0;
  for (const Row& row : read_facts("memories.csv")) {
    const Site at = site(row.at("part"), 10, row.at("tool_version"));
    const MemoryKey key = memory_key(row);
    const std::vector<MemoryKey> all = usages(key);
    const MemoryCost first = find_memory(at.target, key);
    const std::string text =
        text_of(row, std::to_string(first.bram_18k) + " BRAM, " + std::to_string(first.lut) + " LUT");
    const bool found =
        std::any_of(all.begin(), all.end(), [&](const auto& k) { return same(row, find_memory(at.target, k)); });
    plain.add(same(row, first), text);
    some.add(found, text);
    instances += number(row, "rows");
    agree += found ? number(row, "rows") : 0;
  }
  MESSAGE("memories, by instances: " << agree << " of " << instances << " agree");
  CHECK(plain.share() > 0.7);
  CHECK(some.share() > 0.85);
}

TEST_CASE("facts: FIFOs") {
  Agreement exact{"FIFOs"};
  for (const Row& row : read_facts("fifos.csv")) {
    const Site at = site(row.at("part"), 5, row.at("tool_version"));
    const MemoryCost cost = find_fifo(at.target, number(row, "depth"), number(row, "bits"), "");
    exact.add(cost.bram_18k == number(row, "bram_18k") && cost.ff == number(row, "ff"),
              text_of(row, std::to_string(cost.bram_18k) + " BRAM, " + std::to_string(cost.ff) + " FF"));
  }
  CHECK(exact.share() > 0.95);
}
