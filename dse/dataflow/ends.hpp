#pragma once
#include "dse/dataflow/network.hpp"

namespace pom::dse::dataflow {

/// Where a channel begins and ends: a process and one of its ports.
struct End {
  int process = -1, port = -1;
};

struct Ends {
  std::vector<End> writer, reader;  ///< by channel
};

Ends find_ends(const Network&);

}  // namespace pom::dse::dataflow
