#include "dataflow_kernels.hpp"

#include <tuple>

#include "../dsl-examples/dataflow/stream_hls.hpp"
#include "../dsl-examples/dataflow/stream_hls_convolutions.hpp"

namespace peers {

namespace {

/// The schedules of a pixel's or a row's filters in parts, with loops that all of a layer's statements share.
constexpr layers::Rate in_parts = {1, 2};

std::function<void()> chain(const std::vector<int>& sizes) {
  return [=] { stream_hls::chain(sizes); };
}

}  // namespace

std::vector<MingRow> rows_of_ming() {
  const auto conv_relu = [](int size) {
    return [=](Schedules wanted) {
      ming::conv_relu(size, wanted == Schedules::none ? in_parts : layers::Rate{2}, wanted);
    };
  };
  const auto cascade = [](int size) {
    return [=](Schedules wanted) {
      const bool found = wanted == Schedules::none;
      ming::cascade(size, found ? in_parts : layers::Rate{1}, found ? in_parts : layers::Rate{1}, wanted);
    };
  };
  const auto residual = [](int size) {
    return [=](Schedules wanted) {
      const layers::Rate rate = wanted == Schedules::none ? in_parts : layers::Rate{1};
      ming::residual(size, rate, rate, wanted);
    };
  };
  return {{"conv_relu 32", conv_relu(32), {1052, 246, 16}, 560},
          {"conv_relu 224", conv_relu(224), {50170, 246, 16}, 25400},
          {"cascade 32", cascade(32), {32500, 183, 32}, 1150},
          {"cascade 224", cascade(224), {1772000, 183, 32}, 50700},
          {"residual 32", residual(32), {27000, 259, 48}, 1200},
          {"residual 224", residual(224), {1650000, 259, 48}, 51000},
          {"linear 512", [](Schedules wanted) { ming::linear(8, wanted); }, {136000, 256, 64}, 10000},
          {"feed_forward 512", [](Schedules wanted) { ming::feed_forward(8, 4, wanted); }, {136100, 192, 96}, 20000}};
}

std::vector<MingRow> rows_with_caps() {
  MingRow row = rows_of_ming().front();
  std::vector<MingRow> rows;
  for (const auto& [most, cycles, dsp] : {std::tuple(250, 27700.0, 76.0), std::tuple(50, 149700.0, 21.0)}) {
    row.name = most == 250 ? "conv_relu 32, 250 DSP" : "conv_relu 32, 50 DSP";
    row.ming = {cycles, dsp, 0};
    row.goal = cycles / 5;
    row.most_dsp = most;
    rows.push_back(row);
  }
  return rows;
}

Peer stream_hls_peer() {
  using stream_hls::Activation;
  Peer peer{
      "Stream-HLS's kernels by auto_DSE on xcu280 at 3.33 ns, at most 2 560 DSP, sums in any order (its cycles: RTL)",
      3.33,
      stream_hls::most_dsp,
      {}};
  peer.rows = {{"gemm", chain({200, 240, 220}), {24051, 2552, 176}},
               {"2mm", chain({180, 210, 190, 220}), {36352, 1942, 288}},
               {"3mm", stream_hls::three_products, {49092, 2507, 357}},
               {"atax", stream_hls::atax, {2180, 1502, 150}},
               {"bicg", stream_hls::bicg, {1112, 1501, 0}},
               {"mvt", stream_hls::mvt, {667, 2306, 256}},
               {"gesummv", [] { stream_hls::gesummv(250); }, {673, 922, 0}},
               {"7mm balanced", chain(std::vector<int>(9, 64)), {5684, 0, 224}},
               {"7mm imbalanced", chain({64, 32, 64, 64, 128, 128, 64, 32, 16}), {10036, 0, 216}},
               {"feed forward", chain({512, 128, 256, 128}), {65997, 0, 1360}},
               {"autoencoder",
                [] {
                  stream_hls::autoencoder(32, {784, 256, 128, 64, 128, 256, 784}, Activation::sigmoid);
                },
                {39178, 3124, 2396}},
               {"residual MLP", [] { stream_hls::residual_mlp(8); }, {39782, 2354, 1368}},
               {"self-attention",
                [] {
                  stream_hls::self_attention({64, 128, 8});
                },
                {35143, 3249, 976}},
               {"residual block", [] { stream_hls::residual_block(56, 16); }, {2092531, 300, 934}},
               {"DWSConv", [] { stream_hls::depthwise_separable(112, 8); }, {134541, 572, 532}}};
  return peer;
}

Peer codo_peer() {
  using stream_hls::Activation;
  Peer peer{
      "CODO's kernels by auto_DSE on xcu280 at 5 ns, with no more DSP than the fastest design of its artefact, sums in "
      "any order (the other cycles: csynth)",
      5,
      std::nullopt,
      {}};
  peer.rows = {{"CODO gemm", chain({200, 240, 220}), {70496, 834, 180}},
               {"CODO 3mm", stream_hls::three_products, {136836, 653, 388}},
               {"CODO atax", stream_hls::atax, {2249, 752, 75}},
               {"CODO mvt", stream_hls::mvt, {2170, 801, 88}},
               {"CODO gesummv", [] { stream_hls::gesummv(250); }, {1309, 542, 0}},
               {"CODO attention",
                [] {
                  stream_hls::self_attention({16, 512, 8});
                },
                {401681, 739, 2615}},
               {"CODO feed forward", chain({512, 128, 256, 128}), {524365, 320, 680}},
               {"CODO autoencoder",
                [] {
                  stream_hls::autoencoder(128, {512, 256, 128, 64, 128, 256, 512}, Activation::none);
                },
                {524648, 872, 752}},
               {"CODO residual MLP", [] { stream_hls::residual_mlp(8); }, {65737, 864, 1752}},
               {"CODO 3Conv",
                [] {
                  stream_hls::convolutions(32, {3, 32, 32, 32});
                },
                {625655, 1440, 1216}},
               {"CODO DwsConv", [] { stream_hls::depthwise_separable(112, 64); }, {4394136, 238, 6496}},
               {"CODO residual block", [] { stream_hls::residual_block(112, 32); }, {7258613, 713, 22}}};
  return peer;
}

}  // namespace peers
