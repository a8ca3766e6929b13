#include "figures.hpp"

namespace paper {

namespace {

PrintedRow row(const char* name, const char* table, pom::function (*program)(Design, int), double as_written,
               PrintedDesign scalehls, PrintedDesign pom) {
  PrintedRow made{name, table, program, paper_size, as_written, std::move(scalehls), std::move(pom)};
  for (PrintedDesign* design : {&made.scalehls, &made.pom}) {
    if (design->cycles == 0 && design->speedup > 0) design->cycles = as_written / design->speedup;
  }
  made.has_pom_schedule = true;
  made.has_scalehls_schedule = !made.scalehls.tiles.empty();
  return made;
}

/// Table III: speed-up, cycles where printed, DSP, FF, LUT, II, tiles, parallelism (not printed), seconds.
void add_typical(std::vector<PrintedRow>& rows) {
  rows.push_back(row("GEMM", "Table III", gemm, 1237118361601.0,
                     {576.1, 0, 214, 41616, 42676, "4", "[2,4,16]", 0, 24.4},
                     {575.9, 0, 166, 23067, 30966, "1", "[1,2,16]", 0, 11.4}));
  rows.push_back(row("BICG", "Table III", bicg, 234889217.0, {41.7, 5648898, 32, 17326, 10386, "43", "[16,8]", 0, 6.3},
                     {224.0, 1048588, 160, 27189, 43823, "2", "[1,32]", 0, 5.7}));
  rows.push_back(row("GESUMMV", "Table III", gesummv, 234934273.0, {199.1, 0, 158, 49838, 35848, "9", "[8,16]", 0, 6.4},
                     {223.2, 0, 160, 19409, 27595, "1", "[1,16]", 0, 4.7}));
  rows.push_back(row("2MM", "Table III", two_mm, 2199241375746.0,
                     {31.0, 0, 166, 34912, 45419, "4, 1", "[1,8,16] [1,1,1]", 0, 77.2},
                     {510.1, 0, 166, 28039, 38577, "1", "[1,2,16] x2", 0, 24.5}));
  rows.push_back(row("3MM", "Table III", three_mm, 2886369042435.0,
                     {40.1, 0, 115, 34522, 38007, "1, 3, 3", "[1,1,1] [1,8,8] [1,8,8]", 0, 56.8},
                     {335.4, 0, 160, 21928, 32995, "1", "[1,2,8] x3", 0, 31.3}));
}

/// Table V; II, tiles and parallelism of the critical loops from Table VI.
void add_applications(std::vector<PrintedRow>& rows) {
  rows.push_back(row("EdgeDetect", "Tables V, VI", edge_detect, 2882880170.0, {19.1},
                     {344.0, 0, 183, 30686, 47872, "1", "[2,2,3]", 12}));
  rows.push_back(row("Gaussian", "Tables V, VI", gaussian, 8694375278.0, {111.4},
                     {312.0, 0, 177, 51203, 52751, "1", "[1,3,3]", 9}));
  rows.push_back(
      row("Blur", "Tables V, VI", blur, 2983445186.0, {59.3}, {356.0, 0, 48, 11378, 14549, "1", "[2,2,3]", 12}));
  rows.push_back(row("VGG-16", "Table V", vgg16, 3727670833.0, {33.6}, {86.8, 0, 40, 40127, 52837}));
  rows.push_back(row("ResNet-18", "Table V", resnet18, 6602277677.0, {50.8}, {46.4, 0, 30, 38174, 52484}));
  for (std::size_t n = rows.size() - 2; n < rows.size(); ++n) {
    rows[n].size = 512;
    rows[n].in_order = rows[n].program == vgg16 ? vgg16_in_order : resnet18_in_order;
  }
  rows.back().has_pom_schedule = false;
  rows.back().scalehls.fits = false;
}

/// Table VII.
void add_patterns(std::vector<PrintedRow>& rows) {
  rows.push_back(row("Jacobi-1d", "Table VII", jacobi_1d, 804925441.0, {}, {47.6, 0, 14, 2794, 3746}));
  rows.push_back(row("Jacobi-2d", "Table VII", jacobi_2d, 4668429217793.0, {}, {136.0, 0, 44, 8542, 13178}));
  rows.push_back(row("Heat-1d", "Table VII", heat_1d, 385699841.0, {}, {22.9, 0, 20, 2466, 3832}));
  rows.push_back(row("Seidel", "Table VII", seidel, 4050540986369.0, {}, {53.8, 0, 73, 25327, 20892}));
}

}  // namespace

const std::vector<PrintedRow>& printed_rows() {
  static const std::vector<PrintedRow> rows = [] {
    std::vector<PrintedRow> all;
    add_typical(all);
    add_applications(all);
    add_patterns(all);
    return all;
  }();
  return rows;
}

}  // namespace paper
