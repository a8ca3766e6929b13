#pragma once
#include "dse/dataflow/network.hpp"

namespace pom::dse::dataflow {

/// The earliest times of the accesses of one port: those of accesses `skipped`, skipped + 1, …; the ones before may
/// happen at any time.
struct Earliest {
  std::int64_t skipped = 0;
  Sequence times;
  bool operator==(const Earliest&) const = default;
};

/// When the accesses of one process take place.
struct ProcessTiming {
  std::int64_t done = 0;
  std::vector<Sequence> times;  ///< by port
};

/// Own cycle c takes place at c + s(c), where the delay s is the greatest (earliest time of an access − its cycle) of
/// all accesses in cycles up to c. While tokens come slower than the process takes them, s climbs by the same amount
/// from access to access: such a climb is one step of work here, however long it is.
ProcessTiming time_process(const Process&, std::int64_t start, const std::vector<Earliest>& by_port);

}  // namespace pom::dse::dataflow
