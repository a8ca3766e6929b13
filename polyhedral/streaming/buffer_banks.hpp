#pragma once
#include <vector>

#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// How many accesses a bank serves at a time. Elements of a word come at once, each to a bank of its own.
enum class PortsOfBank { one, two };

/// The banks of an array of one process, by rows of its cells, so that they serve all that one iteration of a pipelined
/// loop reads or writes at once. Rows become whole numbers of banks. None where one memory will do, or where they
/// are not known.
std::vector<PartitionMark> cut_into_banks(const Scop&, int array, Storage&, const Location& at,
                                          PortsOfBank = PortsOfBank::one);

}  // namespace pom::poly
