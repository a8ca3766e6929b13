#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "driver/explore/access_steps.hpp"
#include "driver/explore/process_rates.hpp"

namespace pom::driver {

/// What one process hands to another of an array, for each way to run either: how many elements along each dimension
/// one iteration of the pipelined loop sends, or takes. A FIFO has as many lanes as divide both, so that widths that
/// do not divide each other take several cycles for an iteration.
struct HandOver {
  int producer = 0, consumer = 0;      ///< processes
  int sender = 0, taker = 0;           ///< the nest of each that sends, or takes first
  std::vector<Widths> sent;            ///< by choice of the producer
  std::vector<Widths> taken;           ///< by choice of the consumer; empty: it comes in another order
  std::vector<double> standing_still;  ///< by choice of the consumer: iterations over which what is taken may spread

  /// Cycles from one iteration to the next that the lanes ask for at least: of the producer, and of the consumer.
  std::pair<double, double> intervals(std::size_t of_producer, std::size_t of_consumer) const;
};

/// Of all arrays that one process writes and a later one reads. `rates`: the choices of each process.
std::vector<HandOver> list_hand_overs(const poly::Scop& as_written, const std::vector<std::vector<RateChoice>>& rates);

}  // namespace pom::driver
