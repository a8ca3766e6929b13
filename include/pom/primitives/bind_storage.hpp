#pragma once
#include <string>

namespace pom {

/// `A.bind_storage("ram_2p", "lutram")`: says which memory array A is built from.
///
///     float A[64];     →     float A[64];
///                            #pragma HLS bind_storage variable=A type=ram_2p impl=lutram
///
/// Types: "ram_1p", "ram_2p", "ram_s2p", "ram_t2p", "ram_1wnr", "rom_1p", "rom_2p", "rom_np", "fifo"; implementations
/// "auto", "bram", "lutram", "uram", for a FIFO also "srl" and "memory" (UG1399, bind_storage). A latency of -1 is the
/// tool's choice.
/// Refused: an unknown type or implementation, a ROM that a compute writes, a FIFO for an array that is not streamed, a
/// latency outside [-1, 3], a second binding of the array.
/// In hardware: small arrays fit into LUTs and leave block RAM to the large ones; "ram_1wnr" serves many readers with
/// copies.
struct BindStorage {
  std::string array;
  std::string type, implementation;
  int latency = -1;  ///< cycles; -1: the tool's choice
};

}  // namespace pom
