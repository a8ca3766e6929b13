#include "dsl/model/added_names.hpp"

#include <algorithm>

#include "dsl/model/ports.hpp"
#include "support/words.hpp"

namespace pom::dsl {

std::string stem_of(const std::string& array) {
  constexpr std::size_t longest_stem = 80;
  return array.substr(0, longest_stem);
}

std::string init_name(const Rfactor& directive) { return join_names({directive.partial, "init"}); }
std::string combine_name(const Rfactor& directive) { return join_names({directive.partial, "combine"}); }

std::string reader_name(const Broadcast& directive) { return join_names({"read", directive.copy}); }

std::string converter_name(const Convert& directive) { return join_names({"convert", stem_of(directive.array)}); }

std::optional<AddedNames> names_added_by(const Primitive& primitive) {
  if (const auto* rfactor = std::get_if<Rfactor>(&primitive))
    return AddedNames{rfactor->partial, {init_name(*rfactor), combine_name(*rfactor)}};
  if (const auto* expand = std::get_if<Expand>(&primitive)) return AddedNames{expand->copies, {}};
  if (const auto* broadcast = std::get_if<Broadcast>(&primitive))
    return AddedNames{broadcast->copy, {reader_name(*broadcast)}};
  if (const auto* convert = std::get_if<Convert>(&primitive))
    return AddedNames{convert->copy, {converter_name(*convert)}};
  return std::nullopt;
}

const Directive* find_buffer(const Schedule& schedule, const std::string& name) {
  for (const Directive& directive : schedule) {
    const auto* buffer = std::get_if<BufferAt>(&directive.primitive);
    if (buffer && !name.empty() && buffer->name == name) return &directive;
  }
  return nullptr;
}

std::string memory_of(const Schedule& schedule, const std::string& name) {
  const Directive* placing = find_buffer(schedule, name);
  return placing ? std::get<BufferAt>(placing->primitive).array : name;
}

bool lies_in_buffers(const Schedule& schedule, const std::string& name) {
  if (find_buffer(schedule, name)) return true;
  bool buffered = false, outside = false;
  for (const Directive& directive : schedule) {
    const auto* buffer = std::get_if<BufferAt>(&directive.primitive);
    const auto* port = std::get_if<Interface>(&directive.primitive);
    buffered = buffered || (buffer && buffer->array == name);
    outside = outside || (port && port->port == name && is_outside_mode(port->mode));
  }
  return buffered && outside;
}

bool binds_buffers(const Schedule& schedule, const Primitive& primitive) {
  const auto* storage = std::get_if<BindStorage>(&primitive);
  return storage && lies_in_buffers(schedule, storage->array);
}

const Directive* find_adding(const Schedule& schedule, const std::string& name) {
  const auto adds = [&](const Directive& directive) {
    const auto added = names_added_by(directive.primitive);
    return added && (added->array == name ||
                     std::find(added->computes.begin(), added->computes.end(), name) != added->computes.end());
  };
  const auto found = std::find_if(schedule.begin(), schedule.end(), adds);
  return found == schedule.end() ? nullptr : &*found;
}

}  // namespace pom::dsl
