#include "dse/estimate/area/addresses.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/graph/flat_map.hpp"

namespace pom::dse::estimate {

namespace {

/// Computes the position of an element along one dimension of its bank.
Linear index_in_bank(Linear index, const MemoryView::Dimension& dimension) {
  if (dimension.kind == BankingKind::cyclic || dimension.kind == BankingKind::complete) {
    index.constant /= dimension.banks;
    for (int n = 0; n < index.count; ++n) {
      auto& coefficient = index.terms[n].coefficient;
      coefficient = std::max<std::int64_t>(coefficient / dimension.banks, dimension.kind == BankingKind::cyclic);
    }
  } else if (dimension.kind == BankingKind::block && dimension.bank_extent > 0) {
    index.constant %= dimension.bank_extent;
  }
  return index;
}

}  // namespace

Linear offset_in_bank(const GraphAccess& access, const Graph& graph, const MemoryView& memory) {
  Linear offset;
  std::int64_t stride = 1;
  for (int d = access.rank; d-- > 0;) {
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    const Linear& index = graph.indices[access.first_index + d];
    if (index.opaque) offset.opaque = true;
    if (dimension.bank_extent > 1) offset.add(index_in_bank(index, dimension), stride);
    stride *= std::max<std::int64_t>(dimension.bank_extent, 1);
  }
  return offset;
}

int bits_for(std::int64_t values) {
  return values <= 2 ? 1 : std::min(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(values) - 1)), 62);
}

int count_signed_digits(std::int64_t n) {
  int digits = 0;
  for (; n != 0; n >>= 1) {
    if ((n & 1) == 0) continue;
    ++digits;
    n -= (n & 3) == 3 ? -1 : 1;
  }
  return digits;
}

bool is_power_of_two(std::int64_t n) {
  n = n < 0 ? -n : n;
  return n > 0 && (n & (n - 1)) == 0;
}

namespace {

std::uint64_t hash_of(const Linear& offset, bool with_constant) {
  std::uint64_t hash = with_constant ? static_cast<std::uint64_t>(offset.constant) * 0x9e3779b97f4a7c15ULL : 1;
  for (int n = 0; n < offset.count; ++n) {
    const auto& term = offset.terms[n];
    hash = (hash ^ (static_cast<std::uint64_t>(term.loop) * 1000003 + static_cast<std::uint64_t>(term.coefficient))) *
           0xff51afd7ed558ccdULL;
  }
  return hash;
}

void add_sum(Usage& usage, const devices::Target& target, int bits) {
  usage.expression_lut += devices::find_operator(target, devices::integer_key(OpKind::add, bits)).reported_lut;
}

/// Returns the loop that changes fastest; loops are numbered from the outside in.
int fastest_loop(const Graph& graph) {
  int fastest = -1;
  for (const Linear& index : graph.indices) {
    for (int n = 0; n < index.count; ++n) {
      const int loop = index.terms[n].loop;
      if (loop < first_quotient) fastest = std::max(fastest, loop);
    }
  }
  return fastest;
}

/// How the products of loop values and strides that are no power of two are built.
enum class ProductParts { multipliers, luts, shifts };

/// A multiplication in an address, which computes the start of a row, a plane ….
struct Product {
  Linear prefix;            ///< combined index of the preceding dimensions
  std::int64_t range = 1;   ///< number of values of the prefix
  std::int64_t extent = 1;  ///< extent of the dimension that follows
};

/// Returns the remainder of an index's constant if the banks take a division: each remainder has a quotient of its own.
std::int64_t quotient_of_its_own(const GraphAccess& access, const Graph& graph, const MemoryView& memory, int d) {
  const auto number = static_cast<std::size_t>(access.first_index + d);
  if (graph.bank_division(number).remainder_bits == 0) return 0;
  return graph.indices[number].constant % memory.dimensions[d].banks;
}

/// Finds the products in (i · extent of the second dimension + j) · extent of the third + k that are no shifts.
void find_products(const GraphAccess& access, const Graph& graph, const MemoryView& memory,
                   std::vector<Product>& products) {
  products.clear();
  Product next;
  for (int d = 0; d < access.rank; ++d) {
    const MemoryView::Dimension& dimension = memory.dimensions[d];
    next.extent = std::max<std::int64_t>(dimension.bank_extent, 1);
    if (!next.prefix.is_constant() && !is_power_of_two(next.extent)) products.push_back(next);
    Linear prefix;
    if (!next.prefix.is_constant()) prefix.add(next.prefix, next.extent);  // otherwise the plane starts at a constant
    if (next.extent > 1) prefix.add(index_in_bank(graph.indices[access.first_index + d], dimension), 1);
    prefix.constant += quotient_of_its_own(access, graph, memory, d);
    next.range = next.prefix.is_constant() ? next.extent : next.range * next.extent;
    next.prefix = prefix;
  }
}

/// Factors up to this width in bits make the product LUTs (2023.2: 5 x 8 bits with a sum take a DSP).
constexpr int fabric_bits = 4;

void add_product(Usage& usage, const Product& product, int bits, ProductParts kind, const devices::Target& target) {
  // 112 i = 128 i - 16 i takes one adder, which is cheaper than a multiplier.
  if (kind == ProductParts::shifts || count_signed_digits(product.extent) <= 2) {
    for (int digit = 1; digit < count_signed_digits(product.extent); ++digit) add_sum(usage, target, bits);
    return;
  }
  const int left = bits_for(product.range), right = bits_for(product.extent + 1);
  if (kind == ProductParts::multipliers && left > fabric_bits && right > fabric_bits) {
    devices::OperatorKey key = devices::integer_key(OpKind::mul, left + right);
    key.left_bits = left;
    key.right_bits = right;
    usage.expression_dsp += std::max(1, devices::find_operator(target, key).dsp);
  } else {
    usage.expression_lut += left * right;
  }
}

/// Products up to this width in bits are built of LUTs if no sum follows in the same state.
constexpr int fabric_product_bits = 16;

/// Tells whether a product is the start of the row that the loop traverses. In loops with an interval above 1, it is
/// built of shifts, and a product that is constant in the loop is a small product of the states around it (seen in
/// 2023.2).
bool is_start_of_row(const std::vector<Product>& products, const Product& product, const Linear& offset,
                     const Graph& graph, int fastest) {
  if (&product != &products.back()) return false;
  const auto& terms = product.prefix.terms;
  const bool stands_still = std::all_of(terms.begin(), terms.begin() + product.prefix.count,
                                        [&](const auto& term) { return term.loop < graph.first_running; });
  if (stands_still) return bits_for(product.range) + bits_for(product.extent + 1) <= fabric_product_bits;
  return offset.coefficient_of(fastest) == 1 && product.prefix.count == 1;
}

/// Chooses how a product is built. A multiplier with its sum is one DSP block; in a chain of products only the last one
/// takes it, and the others are built of LUTs (2023.2: 34 loops over padded planes, 58 to 642 rows of 26 to 226 words;
/// one of 16 planes takes two).
ProductParts kind_of(const std::vector<Product>& products, const Product& product) {
  const auto is_multiplied = [](const Product& other) { return count_signed_digits(other.extent) > 2; };
  const bool another = std::any_of(&product + 1, &products.back() + 1, is_multiplied);
  return another ? ProductParts::luts : ProductParts::multipliers;
}

std::int64_t stride_of(const Graph& graph, int loop) {
  for (const LoopStride& known : graph.loop_strides) {
    if (known.loop == loop) return known.stride;
  }
  return 1;
}

/// Adds the logic for an address's constant: a bitwise or if it fits below all aligned strides, otherwise an adder.
void add_constant(Usage& usage, const Graph& graph, const Linear& offset, int bits, const devices::Target& target) {
  std::int64_t least = std::int64_t{1} << 40;
  bool aligned = true;
  for (int n = 0; n < offset.count; ++n) {
    const Index::Term& term = offset.terms[n];
    const std::int64_t stride = term.coefficient * stride_of(graph, term.loop);
    aligned = aligned && is_power_of_two(stride);
    least = std::min(least, stride < 0 ? -stride : stride);
  }
  if (aligned && offset.constant > 0 && offset.constant < least)
    usage.expression_lut += bits;
  else
    add_sum(usage, target, bits);
}

/// A value that is held from the first state to its last use.
struct Kept {
  int bits = 0, last = 0;
};

/// An index that selects a bank that changes with the loops. Each constant needs its own position within the bank,
/// unless it is below the step of the loops (2 i + 1 lies where 2 i does).
struct MovingIndex {
  bool moves = false;
  std::int64_t own = 0;   ///< the constant that needs a sum of its own; 0: none
  int sum_bits = 0;       ///< width of that sum
  int selector_bits = 0;  ///< width of the bank number
};

MovingIndex moving_index(const Graph& graph, std::size_t number, const MemoryView::Dimension& dimension) {
  MovingIndex moving;
  const Linear& index = graph.indices[number];
  if (dimension.kind != BankingKind::cyclic || dimension.banks < 2 || index.opaque) return moving;
  std::int64_t step = dimension.banks;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[n];
    if (term.loop >= first_quotient) return moving;
    step = std::gcd(step, term.coefficient * stride_of(graph, term.loop));
  }
  if (step % dimension.banks == 0) return moving;
  moving.moves = true;
  moving.own = (index.constant % dimension.banks + dimension.banks) % dimension.banks;
  if (moving.own < step) moving.own = 0;
  const BankDivision division = graph.bank_division(number);
  moving.sum_bits =
      division.remainder_bits > 0 ? division.quotient_bits : bits_for(dimension.bank_extent * dimension.banks);
  moving.selector_bits = bits_for(dimension.banks / step);
  return moving;
}

/// The sums and bank selectors of indices that change the bank.
class MovingIndices {
 public:
  /// Returns a hash that distinguishes the access's address in its bank from others of the same loops.
  std::uint64_t add(Usage& usage, const GraphAccess& access, const Graph& graph, const MemoryView& memory,
                    const devices::Target& target, const std::vector<int>& late) {
    std::uint64_t own = 0;
    for (int d = 0; d < access.rank; ++d) {
      const auto number = static_cast<std::size_t>(access.first_index + d);
      const MovingIndex moving = moving_index(graph, number, memory.dimensions[d]);
      if (!moving.moves) continue;
      const std::uint64_t which =
          hash_of(graph.indices[number], false) * 31 + static_cast<std::uint64_t>(moving.selector_bits);
      Kept& selector = selectors_.try_emplace(which).first;
      selector.bits = moving.selector_bits;
      selector.last = std::max(selector.last, late[access.node]);
      if (moving.own == 0) continue;
      own = (own * 31 + static_cast<std::uint64_t>(d) + 1) * 1000003 + static_cast<std::uint64_t>(moving.own);
      if (sums_.insert(which * 1000003 + static_cast<std::uint64_t>(moving.own)))
        add_sum(usage, target, moving.sum_bits);
    }
    return own;
  }
  const FlatMap<Kept>& selectors() const { return selectors_; }

 private:
  FlatMap<Kept> selectors_;
  FlatSet sums_;
};

void add_kept(Usage& usage, int bits, int states, int interval) {
  const RegisterCount registers = registers_of(bits, states, interval);
  usage.register_ff += registers.ff;
  usage.register_lut += registers.lut;
}

}  // namespace

void note_loop_strides(Graph& graph, const Unrolling& unrolling) {
  for (const Linear& index : graph.indices) {
    for (int n = 0; n < index.count; ++n) {
      const int loop = index.terms[n].loop;
      const bool known = std::any_of(graph.loop_strides.begin(), graph.loop_strides.end(),
                                     [loop](const LoopStride& other) { return other.loop == loop; });
      const Unrolling::Symbol* symbol = known ? nullptr : unrolling.find(loop);
      if (symbol && symbol->constant_lower) graph.loop_strides.push_back({loop, std::gcd(symbol->lower, symbol->step)});
    }
  }
}

void add_addresses(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                   const std::vector<int>& late, const devices::Target& target, int interval) {
  FlatMap<Kept> kept;  // by hash of the terms of an address
  MovingIndices moving;
  FlatSet known;         // addresses with a constant
  FlatMap<char> loaded;  // elements that are read first; true: written later
  FlatSet multiplied;    // products that are built
  std::vector<Product> products;
  const int fastest = fastest_loop(graph);
  for (const GraphAccess& access : graph.accesses) {
    const MemoryView& memory = memories[access.array];
    if (!graph.is_live(access) || memory.kind != MemoryView::Kind::memory) continue;
    const Linear offset = offset_in_bank(access, graph, memory);
    if (offset.opaque || offset.count == 0) continue;
    // A loop's value that is used as an address unchanged is kept at the width of the counter: 7 bits for 64 words.
    const bool plain = offset.count == 1 && offset.terms[0].coefficient == 1;
    const int bits = bits_for(memory.bank_words + (plain ? 1 : 0));
    const auto bank = static_cast<std::uint64_t>(graph.banks[access.first_bank]);
    const auto element = (hash_of(offset, true) * 31 + static_cast<std::uint64_t>(access.array)) * 1031 + bank;
    if (!access.writes) {
      loaded.try_emplace(element);
    } else if (char* written = loaded.find(element); written && !*written) {
      // An element that is read and later written keeps a second address.
      *written = 1;
      for (int n = 0; n < access.banks; ++n) add_kept(usage, bits, late[access.node], interval);
    }
    const std::uint64_t address = hash_of(offset, false) + moving.add(usage, access, graph, memory, target, late);
    const auto [moved, fresh] = kept.try_emplace(address);
    moved.bits = std::max(moved.bits, bits);
    moved.last = std::max(moved.last, late[access.node]);
    if (fresh) {
      for (int n = 1; n < offset.count; ++n) add_sum(usage, target, bits);
    }
    find_products(access, graph, memory, products);
    for (const Product& product : products) {
      const std::uint64_t key = hash_of(product.prefix, true) * 31 + static_cast<std::uint64_t>(product.extent);
      if (!multiplied.insert(key)) continue;
      const bool starts_row = interval > 1 && is_start_of_row(products, product, offset, graph, fastest);
      add_product(usage, product, bits, starts_row ? ProductParts::shifts : kind_of(products, product), target);
    }
    if (offset.constant != 0 && known.insert(hash_of(offset, true))) add_constant(usage, graph, offset, bits, target);
  }
  // The moving part of an address is computed when an iteration starts, and held; constants are added where it is used.
  const auto keep_all = [&](const auto& values) {
    for (const auto& [hash, value] : values) add_kept(usage, value.bits, value.last, interval);
  };
  keep_all(kept);
  keep_all(moving.selectors());
}

}  // namespace pom::dse::estimate
