#pragma once
#include <functional>
#include <string>
#include <vector>

/// A program to measure: declares itself on the implicit function.
struct BenchProgram {
  std::string name;
  double limit_ms = 0;  ///< what DSL-to-HLS-C++ may take
  std::function<void()> declare;
};

/// The paper's Table III at size 4096, tiled and pipelined, and its two networks at 512.
std::vector<BenchProgram> paper_programs();

/// A chain of `layers` 3 x 3 convolutions, each followed by a ReLU.
void declare_chain(int layers);
