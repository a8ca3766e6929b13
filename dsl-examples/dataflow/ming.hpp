#pragma once
// The kernels of MING's evaluation (Bi, Schuetze, Castrillon, TU Dresden), with schedules by hand or for auto_DSE.
#include "layers.hpp"

namespace ming {

/// The device's and the clock's part of every one.
inline pom::CompileOptions options() {
  pom::CompileOptions options;
  options.device = "xck26";
  options.clock_ns = 5;
  return options;
}

/// auto_DSE begins with the program as written.
enum class Schedules { by_hand, none };

/// In the order in which the layers were declared; false: they have none.
inline bool apply(const std::vector<layers::Schedule>& schedules, Schedules wanted) {
  if (wanted == Schedules::none) return false;
  for (const layers::Schedule& schedule : schedules) schedule();
  return true;
}

inline void conv_relu(int size, layers::Rate rate, Schedules wanted = Schedules::by_hand) {
  using namespace layers;
  const Image in = argument("in", size, size, 8), out = argument("out", size - 2, size - 2, 8);
  const Image x = between("x", size, size, 8);
  if (!apply({copy("read", in, x, rate), convolution("conv", x, out, rate)}, wanted)) return;
  for (const Image* port : {&in, &out}) open_port(*port, rate);
}

inline void cascade(int size, layers::Rate first, layers::Rate second, Schedules wanted = Schedules::by_hand) {
  using namespace layers;
  const Image in = argument("in", size, size, 8), out = argument("out", size - 4, size - 4, 16);
  const Image x = between("x", size, size, 8), h = between("h", size - 2, size - 2, 8);
  if (!apply({copy("read", in, x, first), convolution("conv1", x, h, first), convolution("conv2", h, out, second)},
             wanted))
    return;
  open_port(in, first);
  open_port(out, second);
}

/// Two convolutions beside a way that leaves them out, and a third one.
inline void residual(int size, layers::Rate rate, layers::Rate slow, Schedules wanted = Schedules::by_hand) {
  using namespace layers;
  const Image in = argument("in", size, size, 8), out = argument("out", size - 4, size - 4, 8);
  const Image x = between("x", size, size, 8), a = between("a", size - 2, size - 2, 8), p = between("p", size, size, 8),
              b = between("b", size - 2, size - 2, 8), s = between("s", size - 2, size - 2, 8);
  if (!apply({copy("read", in, x, rate), convolution("conv1", x, a, rate), pad("pad", a, p, rate),
              convolution("conv2", p, b, slow), add("join", a, b, s, rate), convolution("conv3", s, out, slow)},
             wanted))
    return;
  for (const Image* port : {&in, &out}) open_port(*port, rate);
}

inline void linear(int at_once, Schedules wanted = Schedules::by_hand) {
  using namespace layers;
  const Rows in = rows("in", 512, 128), out = rows("out", 512, 256), x = rows("x", 512, 128);
  x.array.local();
  if (!apply({copy("read", in, x, 8), dense("dense", x, out, at_once, -128)}, wanted)) return;
  in.array.partition({1, 8}, "cyclic");
  out.array.partition({1, at_once}, "cyclic");
}

inline void feed_forward(int first, int second, Schedules wanted = Schedules::by_hand) {
  using namespace layers;
  const Rows in = rows("in", 512, 128), out = rows("out", 512, 128), x = rows("x", 512, 128), h = rows("h", 512, 256);
  x.array.local();
  h.array.local();
  if (!apply({copy("read", in, x, 8), dense("up", x, h, first, -128), dense("down", h, out, second, -128)}, wanted))
    return;
  in.array.partition({1, 8}, "cyclic");
  out.array.partition({1, second}, "cyclic");
}

}  // namespace ming
