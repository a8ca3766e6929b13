#pragma once
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Of an array's port: elements come one after the other, in the order of their addresses.
bool is_stream_mode(const std::string& mode);

/// Of an array's port: what it hands over lies in no memory of the design.
bool is_outside_mode(const std::string& mode);

/// What the schedule says of the port of that name, "return" for the function's; nullptr: nothing.
const Interface* find_interface(const Function&, const std::string& port);

/// The bundle of a port of this protocol for which the schedule says this one: the tool puts all masters without a name
/// into "gmem", where those that are said to be in it are, too. Empty: the port has none.
std::string bundle_name(const std::string& mode, const std::string& said);

/// The protocol that the schedule gives the array's port; empty: none.
std::string port_mode(const Function&, int array);

bool is_stream_port(const Function&, int array);

}  // namespace pom::dsl
