#include "programs.hpp"

#include <pom/pom.hpp>

#include "../dsl-examples/paper/layers.hpp"

using namespace pom;

namespace {

constexpr int size = 4096;

placeholder matrix(const std::string& name) { return placeholder(name, {size, size}); }
placeholder line(const std::string& name) { return placeholder(name, {size}); }

/// target += left * right, with the schedule that the paper publishes: k outside, tiles of 2 x 16.
void product(const std::string& name, const placeholder& target, const placeholder& left, const placeholder& right) {
  var i("i", 0, size), j("j", 0, size), k("k", 0, size);
  compute s(name, {k, i, j}, target(i, j) + left(i, k) * right(k, j), target(i, j));
  s.tile(1, 2, 2, 16).pipeline(2, 1).unroll(3, -1).unroll(4, -1);
}

void gemm() {
  init("gemm");
  placeholder A = matrix("A"), B = matrix("B"), C = matrix("C");
  product("s", C, A, B);
  C.partition({2, 16}, "cyclic");
}

void bicg() {
  init("bicg");
  var i("i", 0, size), j("j", 0, size);
  placeholder A = matrix("A"), p = line("p"), q = line("q"), r = line("r"), s = line("s");
  compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  s2.after(s1, j);
  s2.interchange(i, j);
  s1.split(1, 16).pipeline(1, 1);
  s2.split(1, 16).pipeline(1, 1);
}

void gesummv() {
  init("gesummv");
  var i("i", 0, size), j("j", 0, size);
  constant alpha("alpha"), beta("beta");
  placeholder A = matrix("A"), B = matrix("B"), x = line("x"), y = line("y"), t = line("t");
  compute s1("s1", {j, i}, t(i) + A(i, j) * x(j), t(i));
  compute s2("s2", {j, i}, y(i) + B(i, j) * x(j), y(i));
  compute s3("s3", {i}, alpha * t(i) + beta * y(i), y(i));
  s1.split(1, 16).pipeline(1, 1);
  s2.split(1, 16).pipeline(1, 1);
}

void two_products() {
  init("two_products");
  placeholder A = matrix("A"), B = matrix("B"), C = matrix("C"), D = matrix("D"), t = matrix("t");
  product("first", t, A, B);
  product("second", D, t, C);
}

void three_products() {
  init("three_products");
  placeholder A = matrix("A"), B = matrix("B"), C = matrix("C"), D = matrix("D"), E = matrix("E"), F = matrix("F"),
              G = matrix("G");
  product("first", E, A, B);
  product("second", F, C, D);
  product("third", G, E, F);
}

void vgg16() {
  init("vgg16");
  Network network;
  FeatureMap map = network.image(3, 32);
  for (const auto& [channels, convolutions] :
       std::vector<std::pair<int, int>>{{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}}) {
    for (int n = 0; n < convolutions; ++n) {
      map = network.convolution(map, channels);
      network.relu(map);
    }
    map = network.max_pool(map);
  }
}

void resnet18() {
  init("resnet18");
  Network network;
  FeatureMap map = network.convolution(network.image(3, 32), 64);
  network.relu(map);
  for (int channels : {64, 128, 256, 512}) {
    for (int block = 0; block < 2; ++block) {
      const int stride = channels > 64 && block == 0 ? 2 : 1;
      FeatureMap inner = network.convolution(map, channels, stride);
      network.relu(inner);
      inner = network.convolution(inner, channels);
      network.add(inner, map);
      network.relu(inner);
      map = inner;
    }
  }
}

}  // namespace

std::vector<BenchProgram> paper_programs() {
  return {{"GEMM", 100, gemm},          {"BICG", 100, bicg},          {"GESUMMV", 100, gesummv},
          {"2MM", 100, two_products},   {"3MM", 100, three_products}, {"VGG-16", 1000, vgg16},
          {"ResNet-18", 1000, resnet18}};
}

void declare_chain(int layers) {
  init("chain");
  Network network;
  FeatureMap map = network.image(16, 16);
  for (int n = 0; n < layers; ++n) {
    map = network.convolution(map, 16);
    network.relu(map);
  }
}
