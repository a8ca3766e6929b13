#include "dse/estimate/graph/memory_view.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/floor_division.hpp"

namespace pom::dse::estimate {

namespace {

MemoryView::Dimension view_dimension(const Array& array, std::size_t d) {
  MemoryView::Dimension dimension;
  dimension.extent = std::max<std::int64_t>(array.shape[d], 1);
  dimension.bank_extent = dimension.extent;
  if (d >= array.banking.size() || array.banking[d].kind == BankingKind::none) return dimension;
  const Banking& banking = array.banking[d];
  const std::int64_t factor = banking.kind == BankingKind::complete
                                  ? dimension.extent
                                  : std::clamp<std::int64_t>(banking.factor, 1, dimension.extent);
  if (banking.reshape) {
    dimension.reshaped = factor;
    dimension.reshape_block = banking.kind == BankingKind::block;
    dimension.kind = BankingKind::none;
    return dimension;
  }
  dimension.kind = banking.kind;
  dimension.banks = factor;
  dimension.bank_extent = ceiling_division(dimension.extent, factor);
  return dimension;
}

/// States from the request to the element on an m_axi port without a latency directive (reports of 2022.2: the elements
/// of a row of 8 arrive in states 8 to 15).
constexpr int bus_read_latency = 8;

constexpr devices::ToolVersion replicated_banks_since{2023, 1};

/// Counts the ports of a bank, that is, its accesses per cycle: two, unless the storage or the interface says
/// otherwise.
int count_ports(const Array& array) {
  if (array.port.addresses > 0) return array.port.addresses;
  if (array.port.is_stream() || array.storage_type.ends_with("_1p") || has_read_copies(array)) return 1;
  if (array.storage_type.ends_with("_np")) return 1 << 20;
  return 2;
}

}  // namespace

bool has_read_copies(const Array& array) { return array.storage_type.ends_with("1wnr"); }

devices::MemoryKey bank_key(const Array& array, const MemoryView& view) {
  devices::MemoryKey key;
  key.words = view.bank_words;
  key.bits = view.word_bits;
  key.writable = array.role != Array::Role::constant;
  key.type = array.storage_type;
  key.storage = array.storage;
  return key;
}

namespace {

/// Size of one URAM block (AMD UG573).
constexpr std::int64_t uram_words = 4096;
constexpr int uram_bits = 72;

devices::MemoryCost find_bank_cost(const Array& array, const MemoryView& view, const devices::Target& target) {
  devices::MemoryKey key = bank_key(array, view);
  devices::MemoryCost cost = devices::find_memory(target, key);
  // The memory behind a port of the design is unknown: assume the delays of the slowest kind that the tool would
  // choose. Where one URAM is not deep enough, it takes a cascade of them for words of more than half their width only
  // (2022.2: address adders in front of ports of 64 bits cost a state, in front of ports of 16 and 32 bits they do
  // not).
  if (view.outside && array.port.mode != memory_of_caller) {
    const bool has_uram = !target.device || target.device->uram > 0;
    const bool cascades = view.bank_words > uram_words && view.word_bits <= uram_bits / 2;
    key.storage = has_uram && !cascades ? "uram" : "bram";
    const devices::MemoryCost slowest = devices::find_memory(target, key);
    cost.load_ns = std::max(cost.load_ns, slowest.load_ns);
    cost.store_ns = std::max(cost.store_ns, slowest.store_ns);
  }
  return cost;
}

/// Fills in a stream: an array of streams has one bank per stream, an array that a directive makes a stream has one
/// stream per bank.
void view_stream(const Array& array, MemoryView& view) {
  view.kind = MemoryView::Kind::stream;
  view.word_bits = array.element.bits;
  view.ports = 1;
  view.load_latency = 0;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    MemoryView::Dimension dimension = view_dimension(array, d);
    if (!array.fifo) {
      dimension.banks = dimension.extent;
      dimension.kind = BankingKind::complete;
      dimension.bank_extent = 1;
    }
    view.dimensions.push_back(dimension);
    view.banks *= dimension.banks;
  }
}

}  // namespace

MemoryView view_memory(const Array& array, const devices::Target& target) {
  MemoryView view;
  view.outside = array.role == Array::Role::argument;
  view.floats = array.element.is_float();
  if (array.stream) {
    view_stream(array, view);
    return view;
  }
  if (array.shape.empty()) {
    view.kind = view.outside ? MemoryView::Kind::wire : MemoryView::Kind::variable;
    return view;
  }
  std::int64_t width = array.element.bits;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    view.dimensions.push_back(view_dimension(array, d));
    const MemoryView::Dimension& dimension = view.dimensions.back();
    view.banks *= dimension.banks;
    width *= dimension.reshaped;
  }
  view.bank_words = 1;
  for (const auto& d : view.dimensions) view.bank_words *= ceiling_division(d.bank_extent, d.reshaped);
  view.word_bits = static_cast<int>(std::min<std::int64_t>(width, 1 << 24));
  view.ports = count_ports(array);
  view.read_copies = has_read_copies(array);
  // 2022.2 replicates only whole memories for parallel reads, 2023.2 also the banks of partitioned arrays.
  view.replicable = (array.role == Array::Role::local || array.internal) && array.storage.empty() &&
                    array.storage_type.empty() && (array.banking.empty() || target.version >= replicated_banks_since);
  if (array.port.is_bus()) {
    view.kind = MemoryView::Kind::bus;
    view.ports = 1;
    view.masters = array.port.masters;
    view.bus_latency = array.port.latency;
    view.load_latency = bus_read_latency + view.bus_latency;
    view.load_ns = static_cast<float>(target.budget_ns());  // nothing is chained behind the adapter's register
    return view;
  }
  if (view.bank_words == 1) {
    view.kind = MemoryView::Kind::registers;
    view.load_latency = 0;
    const devices::OperatorKey choice = devices::integer_key(OpKind::select, array.element.bits);
    view.select_ns = static_cast<float>(devices::find_operator(target, choice).delay_ns);
    return view;
  }
  view.bank_cost = find_bank_cost(array, view, target);
  view.load_latency = array.storage_latency > 0 ? array.storage_latency : view.bank_cost.read_latency;
  view.load_ns = static_cast<float>(view.bank_cost.load_ns);
  view.store_ns = static_cast<float>(view.bank_cost.store_ns);
  return view;
}

float choice_ns(const MemoryView& view, int registers) {
  constexpr float part_of_doubling = 0.35F;
  return view.select_ns * (1 + part_of_doubling * (std::log2(static_cast<float>(registers)) - 1));
}

std::vector<MemoryView> view_memories(const Function& function, const devices::Target& target) {
  std::vector<MemoryView> views;
  views.reserve(function.arrays.size());
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    const Array& array = function.arrays[n];
    views.push_back(view_memory(array, target));
    if (views.back().kind != MemoryView::Kind::bus) continue;
    views.back().channel = static_cast<int>(n);
    views.back().adapters = views.back().banks;
    for (std::size_t m = 0; m < n; ++m) {
      if (views[m].kind != MemoryView::Kind::bus || function.arrays[m].port.bundle != array.port.bundle) continue;
      views.back().channel = static_cast<int>(m);
      views.back().shared_channel = views[m].shared_channel = true;
      views[m].adapters = std::max(views[m].adapters, views.back().banks);
      break;
    }
  }
  return views;
}

namespace {

/// The banks that an access may use along one dimension: `count` banks first, first + step, ….
struct BankRun {
  std::int64_t first = 0, step = 1, count = 1;
};

BankRun all_banks(const MemoryView::Dimension& dimension) { return {0, 1, dimension.banks}; }

/// Finds the cyclic banks of an index. A running loop moves the index by coefficient·step, so the index reaches the
/// banks that differ by multiples of the gcd of these steps.
BankRun cyclic_banks(const MemoryView::Dimension& dimension, const Linear& index, const Unrolling& unrolling) {
  std::int64_t constant = index.constant, stride = dimension.banks;
  for (int n = 0; n < index.count; ++n) {
    const auto& term = index.terms[n];
    const Unrolling::Symbol* symbol = unrolling.find(term.loop);
    if (!symbol || !symbol->constant_lower) {
      stride = std::gcd(stride, term.coefficient * unrolling.stride_of(term.loop));
      continue;
    }
    constant += term.coefficient * symbol->lower;
    if (symbol->trip > 1) stride = std::gcd(stride, term.coefficient * symbol->step);
  }
  if (stride == 0) stride = dimension.banks;
  const std::int64_t first = ((constant % stride) + stride) % stride;
  return {first, stride, dimension.banks / stride};
}

/// Finds the block banks of an index from its smallest and largest value.
BankRun block_banks(const MemoryView::Dimension& dimension, const Linear& index, const Unrolling& unrolling) {
  std::int64_t low = index.constant, high = index.constant;
  for (int n = 0; n < index.count; ++n) {
    const auto& term = index.terms[n];
    const Unrolling::Symbol* symbol = unrolling.find(term.loop);
    if (!symbol || !symbol->constant_lower) return all_banks(dimension);
    const std::int64_t a = term.coefficient * symbol->lower;
    const std::int64_t b = a + term.coefficient * symbol->step * (symbol->trip - 1);
    low += std::min(a, b);
    high += std::max(a, b);
  }
  const std::int64_t first = std::clamp<std::int64_t>(low / dimension.bank_extent, 0, dimension.banks - 1);
  const std::int64_t last = std::clamp<std::int64_t>(high / dimension.bank_extent, first, dimension.banks - 1);
  return {first, 1, last - first + 1};
}

BankRun find_run(const MemoryView::Dimension& dimension, const Linear& index, const Unrolling& unrolling) {
  if (dimension.banks == 1) return {};
  if (index.opaque) return all_banks(dimension);
  return dimension.kind == BankingKind::block ? block_banks(dimension, index, unrolling)
                                              : cyclic_banks(dimension, index, unrolling);
}

}  // namespace

int append_banks(const MemoryView& view, const Linear* indices, const Unrolling& unrolling, std::vector<int>& banks) {
  const std::size_t begin = banks.size();
  banks.push_back(0);
  for (std::size_t d = 0; d < view.dimensions.size(); ++d) {
    const auto& dimension = view.dimensions[d];
    if (dimension.banks == 1) continue;
    const BankRun run = find_run(dimension, indices[d], unrolling);
    const std::size_t end = banks.size();
    for (std::size_t n = begin; n < end; ++n) banks[n] *= static_cast<int>(dimension.banks);
    for (std::int64_t k = 1; k < run.count; ++k) {
      for (std::size_t n = begin; n < end; ++n) banks.push_back(banks[n] + static_cast<int>(run.first + k * run.step));
    }
    for (std::size_t n = begin; n < end; ++n) banks[n] += static_cast<int>(run.first);
  }
  return static_cast<int>(banks.size() - begin);
}

}  // namespace pom::dse::estimate
