#include "dse/explore/tiles/asked_buffers.hpp"

#include <type_traits>

#include "dsl/model/added_names.hpp"

namespace pom::dse::explore {

namespace {

bool moves_loops(const Primitive& primitive) {
  return std::visit(
      []<class P>(const P&) {
        return (std::is_same_v<P, Interchange> || std::is_same_v<P, Reorder> || std::is_same_v<P, Split> ||
                std::is_same_v<P, Tile> || std::is_same_v<P, Skew> || std::is_same_v<P, Reverse> ||
                std::is_same_v<P, Shift> || std::is_same_v<P, After> || std::is_same_v<P, Fuse> ||
                std::is_same_v<P, Distribute>);
      },
      primitive);
}

}  // namespace

Schedule buffer_directives(const Schedule& own) {
  std::size_t count = own.size();
  while (count > 0 && !std::holds_alternative<BufferAt>(own[count - 1].primitive)) --count;
  Schedule needed;
  for (std::size_t n = 0; n < count; ++n) {
    if (std::holds_alternative<BufferAt>(own[n].primitive) || moves_loops(own[n].primitive)) needed.push_back(own[n]);
  }
  for (const Directive& directive : own) {
    const bool speaks_of_buffers = std::holds_alternative<Pack>(directive.primitive) ||
                                   std::holds_alternative<DoubleBuffer>(directive.primitive) ||
                                   dsl::binds_buffers(own, directive.primitive);
    if (!needed.empty() && speaks_of_buffers) needed.push_back(directive);
  }
  return needed;
}

std::set<std::string> buffered_arrays(const Schedule& asked) {
  std::set<std::string> arrays;
  for (const Directive& directive : asked) {
    if (const auto* buffer = std::get_if<BufferAt>(&directive.primitive)) arrays.insert(buffer->array);
  }
  return arrays;
}

Schedule only_buffers_of(const std::set<std::string>& arrays, const Schedule& asked) {
  Schedule kept;
  for (const Directive& directive : asked) {
    const auto* buffer = std::get_if<BufferAt>(&directive.primitive);
    const auto* words = std::get_if<Pack>(&directive.primitive);
    const auto* storage = std::get_if<BindStorage>(&directive.primitive);
    const std::string array = buffer    ? buffer->array
                              : words   ? words->array
                              : storage ? dsl::memory_of(asked, storage->array)
                                        : "";
    if (array.empty() || arrays.contains(array)) kept.push_back(directive);
  }
  return kept;
}

}  // namespace pom::dse::explore
