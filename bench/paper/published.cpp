#include "published.hpp"

namespace paper {

const std::vector<Row>& published() {
  constexpr Design written = Design::as_written, ours = Design::pom, other = Design::scalehls;
  static const std::vector<Row> rows = {
      {"BICG", bicg, written, 234889217, 234889217, 0, 0, 0, true},
      {"BICG", bicg, ours, 1048588, 1048588, 160, 43823, 27189, true},
      {"BICG", bicg, other, 5648898, 5648898, 32, 10386, 17326},
      {"GESUMMV", gesummv, written, 234934273, 234934273},
      {"GESUMMV", gesummv, ours, 1052337, 1052809, 160, 27595, 19409},
      {"GESUMMV", gesummv, other, 1179685, 1180276, 158, 35848, 49838},
      {"GEMM", gemm, written, 1237118361601, 1237118361601},
      {"GEMM", gemm, ours, 2147961388, 2148334395, 166, 30966, 23067},
      {"GEMM", gemm, other, 2147215753, 2147588519, 214, 42676, 41616},
      {"2MM", two_mm, written, 2199241375746, 2199241375746},
      {"2MM", two_mm, ours, 4310970059, 4311815265, 166, 38577, 28039},
      {"2MM", two_mm, other, 70829030000, 71057880000, 166, 45419, 34912},
      {"3MM", three_mm, written, 2886369042435, 2886369042435},
      {"3MM", three_mm, ours, 8604468751, 8607034568, 160, 32995, 21928},
      {"3MM", three_mm, other, 71889640000, 72069140000, 115, 38007, 34522},
      {"Jacobi-1d", jacobi_1d, written, 804925441, 804925441},
      {"Jacobi-1d", jacobi_1d, ours, 16892454, 16927980, 14, 3746, 2794},
      {"Jacobi-2d", jacobi_2d, written, 4668429217793, 4668429217793},
      {"Jacobi-2d", jacobi_2d, ours, 34314100000, 34339300000, 44, 13178, 8542},
      {"Heat-1d", heat_1d, written, 385699841, 385699841},
      {"Heat-1d", heat_1d, ours, 16806093, 16879643, 20, 3832, 2466},
      {"Seidel", seidel, written, 4050540986369, 4050540986369},
      {"Seidel", seidel, ours, 75219000000, 75359000000, 73, 20892, 25327},
      {"Blur", blur, written, 2983445186, 2983445186},
      {"Blur", blur, ours, 8379287, 8381641, 48, 14549, 11378},
      {"EdgeDetect", edge_detect, written, 2882880170, 2882880170},
      {"EdgeDetect", edge_detect, ours, 8379248, 8381684, 183, 47872, 30686},
      {"Gaussian", gaussian, written, 8694375278, 8694375278},
      {"Gaussian", gaussian, ours, 27862122, 27871054, 177, 52751, 51203},
      {"VGG-16", public_vgg16, written, 3727670833, 3727670833, 0, 0, 0, true, 512},
      {"VGG-16", public_vgg16, ours, 42920792, 42970269, 40, 52837, 40127, false, 512, false},
      {"ResNet-18", public_resnet18, written, 6602277677, 6602277677, 0, 0, 0, true, 512},
      {"ResNet-18", public_resnet18, ours, 142137302, 142443962, 30, 52484, 38174, false, 512, false},
  };
  return rows;
}

const std::vector<Row>& reproduced() {
  constexpr Design ours = Design::pom;
  static const std::vector<Row> rows = {
      {"Jacobi-1d", jacobi_1d, ours, 16957441, 16957441, 14, 2634, 3082},
      {"Jacobi-2d", jacobi_2d, ours, 34326503425, 34326503425, 44, 9318, 10170},
      {"Heat-1d", heat_1d, ours, 16896001, 16896001, 20, 2477, 2878},
      {"Seidel", seidel, ours, 76152504321, 76152504321, 73, 19457, 25911},
      {"Blur", blur, ours, 8380489, 8380489, 48, 10495, 13976},
      {"EdgeDetect", edge_detect, ours, 8380529, 8380529, 183, 32572, 38782},
      {"Gaussian", gaussian, ours, 27866591, 27866591, 177, 23345, 27728},
      {"VGG-16", public_vgg16_copying, ours, 41323182, 41323182, 40, 45105, 40862, false, 512, false},
  };
  return rows;
}

}  // namespace paper
