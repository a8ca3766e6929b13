#include "dse/explore/tiles/external.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "dsl/model/any_part.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/model/value_range.hpp"

namespace pom::dse::explore {

namespace {

constexpr std::int64_t bits_of_block = 16 * 1024;

bool is_linear(const std::vector<dsl::AffineForm>& indices) {
  return std::all_of(indices.begin(), indices.end(), [](const dsl::AffineForm& form) { return form.is_linear(); });
}

/// Whether an expression speaks of what only a run knows: data, or a parameter.
bool has_unknown(const dsl::ExprNode& e) {
  return dsl::any_part(e, [](const dsl::ExprNode& part) {
    return part.op == dsl::Op::computed || part.op == dsl::Op::scalar || part.op == dsl::Op::load;
  });
}

/// Instances of a compute, of a triangle those of the box around it; 0: not known.
double count_instances(const dsl::Compute& compute) {
  double instances = 1;
  dsl::RangeAnalysis ranges(compute.loops);
  for (const dsl::Loop& loop : compute.loops) {
    if (has_unknown(*loop.lower) || has_unknown(*loop.upper)) return 0;
    const auto low = static_cast<double>(ranges.find_index(*loop.lower).low),
               end = static_cast<double>(ranges.find_index(*loop.upper).high);
    instances *= std::max(1.0, end - low);
  }
  return instances;
}

void count_uses(const dsl::Function& program, External& external) {
  std::set<int> nests;
  double accesses = 0;
  for (const dsl::Compute& compute : program.computes) {
    const auto reads = std::count_if(compute.loads.begin(), compute.loads.end(),
                                     [&](const dsl::Access& load) { return load.array == external.array; });
    const bool writes = compute.store.array == external.array;
    external.read = external.read || reads > 0;
    external.written = external.written || writes;
    if (reads == 0 && !writes) continue;
    nests.insert(compute.position.front());
    accesses += count_instances(compute) * static_cast<double>(reads + (writes ? 1 : 0));
  }
  external.nests = nests.size();
  external.reused = accesses > static_cast<double>(external.elements);
}

}  // namespace

std::vector<External> external_arrays(const dsl::Function& program) {
  std::vector<External> externals;
  const std::vector<int> used = program.used_arrays();
  for (const Directive& directive : program.schedule) {
    const auto* port = std::get_if<Interface>(&directive.primitive);
    if (!port || port->mode != "m_axi") continue;
    const int array = program.find_array(port->port);
    if (array < 0 || std::find(used.begin(), used.end(), array) == used.end()) continue;
    if (program.arrays[array]->shape.empty()) continue;  // a scalar's one element stays a register
    const std::string bundle = dsl::bundle_name(port->mode, port->bundle);
    External external{array, bundle, program.arrays[array]->elements(), false, false, false, 0};
    count_uses(program, external);
    externals.push_back(std::move(external));
  }
  return externals;
}

std::optional<std::vector<ExternalUse>> external_uses(const dsl::Compute& compute,
                                                      const std::vector<External>& externals) {
  std::vector<ExternalUse> uses;
  const auto add = [&](const dsl::Access& access, bool writes) {
    const auto is_this = [&](const External& external) { return external.array == access.array; };
    if (std::none_of(externals.begin(), externals.end(), is_this)) return true;
    ExternalUse use{access.array, {}, writes};
    for (const dsl::ExprPtr& index : access.indices) {
      if (has_unknown(*index)) return false;
      use.indices.push_back(dsl::flatten_affine(*index, compute.loops.size()));
    }
    uses.push_back(std::move(use));
    return is_linear(uses.back().indices);
  };
  if (!add(compute.store, true)) return std::nullopt;
  for (const dsl::Access& load : compute.loads) {
    if (!add(load, false)) return std::nullopt;
  }
  return uses;
}

std::optional<std::vector<std::int64_t>> constant_trips(const dsl::Compute& compute) {
  if (!compute.guards.empty()) return std::nullopt;
  std::vector<std::int64_t> trips;
  for (const dsl::Loop& loop : compute.loops) {
    if (loop.lower->op != dsl::Op::integer || loop.upper->op != dsl::Op::integer) return std::nullopt;
    trips.push_back(loop.upper->integer - loop.lower->integer);
    if (trips.back() <= 0) return std::nullopt;
  }
  return trips;
}

std::int64_t blocks_for(std::int64_t elements, int bits) {
  return (elements * bits + bits_of_block - 1) / bits_of_block;
}

}  // namespace pom::dse::explore
