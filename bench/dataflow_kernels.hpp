#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../dsl-examples/dataflow/ming.hpp"

/// Kernels of streaming designs that others have published, with what they print.
namespace peers {

/// What somebody else's paper prints of a kernel.
struct Published {
  double cycles = 0, dsp = 0, bram_18k = 0;
};

using ming::Schedules;

struct MingRow {
  const char* name;
  std::function<void(Schedules)> declare;
  Published ming;
  double goal = 0;             ///< cycles
  std::int64_t most_dsp = {};  ///< 0: the device's
};

/// MING's kernels (Table II), and its Table IV: fewer DSP blocks, where at least five times its speed is the goal.
std::vector<MingRow> rows_of_ming();
std::vector<MingRow> rows_with_caps();

/// A kernel of somebody else's evaluation, for auto_DSE.
struct PeerRow {
  const char* name;
  std::function<void()> declare;
  Published theirs;
};

/// An evaluation in floats, on xcu280.
struct Peer {
  const char* title;
  double clock_ns;
  std::optional<std::int64_t> most_dsp;  ///< of all kernels; nothing: what the other design of each takes
  std::vector<PeerRow> rows;

  std::int64_t limit_of(const PeerRow& row) const {
    return most_dsp.value_or(static_cast<std::int64_t>(row.theirs.dsp));
  }
};

Peer stream_hls_peer();
/// Of each kernel the fastest design of its artefact: Stream-HLS's but for 3Conv (Allo's) and the residual block
/// (HIDA's). Of CODO's own designs there are no reports.
Peer codo_peer();

}  // namespace peers
