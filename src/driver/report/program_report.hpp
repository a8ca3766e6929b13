#pragma once
#include <nlohmann/json_fwd.hpp>
#include <pom/report.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/device.hpp"

/// Sections of report.json that say what the program and its schedule are.
namespace pom::driver {

/// "computes": name, statement, loops as written and the line of the user's program; also those that a rewriting of the
/// program added.
nlohmann::ordered_json describe_computes(const dsl::Function&);

/// "statements": the computes of which the dependences speak, with their loops as written, and those over which a
/// statement sums (or takes a product, an extreme …) into one element.
nlohmann::ordered_json describe_statements(const Compilation&);

/// "directives": each line of the schedule, where the user wrote it (empty: nowhere), who made it, and the step of the
/// search's trail that tells why (null: none does).
nlohmann::ordered_json describe_directives(const dsl::Function&, const Exploration&, bool on_board);

/// "arrays": everything that is a memory: where it lives, how it is cut into banks, and from what it is built.
nlohmann::ordered_json describe_arrays(const Compilation&);

/// How much memory the array would take, if all of it were kept.
std::int64_t bits_of(const dsl::Array&);

/// How many elements the FIFO of that name holds; 0: it is none.
int fifo_depth(const Compilation&, const std::string& array);

/// "device_resources": how much of each resource the device has.
nlohmann::ordered_json describe_device(const dse::devices::Device&);

}  // namespace pom::driver
