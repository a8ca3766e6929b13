#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

void on_bus(std::initializer_list<placeholder*> arguments) {
  for (placeholder* argument : arguments) argument->interface("m_axi", "gmem_" + argument->name());
}

/// A search over processes and streams behind buses of 512 bits, in words unless `pack` says otherwise.
Report search(const std::function<void()>& body, bool pack = true) {
  function program("on_bus");
  program.scope(body);
  DseOptions options = silent();
  options.pack = pack;
  return program.auto_DSE(options);
}

bool has_line(const Report& report, const std::string& text) { return report.hls_cpp.find(text) != std::string::npos; }

/// A picture, a blur along its rows and one along its columns.
void blur(int rows, int columns) {
  var y("y", 0, rows - 2), x("x", 0, columns), v("v", 0, rows - 2), u("u", 0, columns);
  placeholder in("in", {rows, columns}, p_float32), tall("tall", {rows, columns}, p_float32),
      out("out", {rows, columns}, p_float32);
  tall.local();
  compute along_y("along_y", {y, x}, tall(y, x) = in(y, x) + in(y + 1, x) + in(y + 2, x));
  compute along_x("along_x", {v, u}, out(v, u) = tall(v, clamp(u - 1, 0, columns - 1)) + tall(v, u));
  on_bus({&in, &out});
  dataflow(Channels::automatic);
}

/// A convolution whose weights lie behind a bus too.
void convolution() {
  var y("y", 0, 14), x("x", 0, 14), f("f", 0, 4), c("c", 0, 4), p("p", 0, 3), q("q", 0, 3);
  placeholder in("in", {16, 16, 4}, p_int8), weights("weights", {4, 3, 3, 4}, p_int8), out("out", {14, 14, 4}, p_int32);
  compute clear("clear", {y, x, f}, out(y, x, f) = 0);
  compute add("add", {y, x, f, p, q, c}, out(y, x, f) += in(y + p, x + q, c) * weights(f, p, q, c));
  add.after(clear, f);
  on_bus({&in, &weights, &out});
  dataflow(Channels::automatic);
}

}  // namespace

TEST_CASE("streams behind buses: a window reads each element once, in words") {
  const Report elements = search([] { blur(16, 64); }, /*pack=*/false), words = search([] { blur(16, 64); });
  CHECK(elements.verified);
  CHECK(words.verified);
  CHECK(has_line(elements, "float in[16][64]"));
  CHECK(has_line(words, "hls::vector<float, 16> in[16][4]"));
  CHECK(has_line(words, "hls::vector<float, 16> out[16][4]"));
  CHECK(elements.estimate.latency >= 16 * 64);
  CHECK(elements.estimate.latency <= 1.2 * 16 * 64);
  CHECK(words.estimate.latency <= 0.2 * elements.estimate.latency);
}

TEST_CASE("streams behind buses: weights are read once, in front of the pixels, and stay") {
  constexpr int pixels = 16 * 16, weights = 4 * 3 * 3 * 4;
  const Report report = search(convolution);
  CHECK(report.verified);
  CHECK(has_line(report, "read_weights_in"));
  CHECK(report.estimate.latency <= 1.5 * (pixels + weights));
}

TEST_CASE("streams behind buses: rows that are no whole words come in narrower ones, or one by one") {
  const Report pairs = search([] { blur(16, 62); }), single = search([] { blur(16, 63); });
  CHECK(pairs.verified);
  CHECK(single.verified);
  CHECK(has_line(pairs, "hls::vector<float, 2> in[16][31]"));
  CHECK(has_line(single, "float in[16][63]"));
}

TEST_CASE("streams behind buses: an argument of which a border leaves out elements comes one by one") {
  const Report found = search([] {
    var i("i", 0, 64);
    placeholder in("in", {64}, p_int16), out("out", {64}, p_int16);
    compute later("later", {i}, out(i) = select(i > 0, in(i - 1), 0));
    on_bus({&in, &out});
    dataflow(Channels::automatic);
  });
  CHECK(found.verified);
  CHECK(found.estimate.available);
}

TEST_CASE("streams behind buses: transposes, sums and results that others read have nests of their own") {
  const auto transposed = [] {
    var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), l("l", 0, 32);
    placeholder A("A", {32, 32}, p_int32), B("B", {32, 32}, p_int32), sums("sums", {32}, p_int32);
    compute turn("turn", {i, j}, B(i, j) = A(j, i) * 3);
    compute clear("clear", {k}, sums(k) = 0), add("add", {k, l}, sums(k) += B(l, k));
    add.after(clear, k);
    on_bus({&A, &B, &sums});
    dataflow(Channels::automatic);
  };
  const Report report = search(transposed);
  CHECK(report.verified);
  CHECK(has_line(report, "read_A_in"));
  CHECK(has_line(report, "convert_B"));
}

TEST_CASE("streams behind buses: what a nest reads and writes in place stays with it") {
  const auto in_place = [] {
    var i("i", 0, 8), j("j", 0, 64);
    placeholder A("A", {8, 64}, p_int32), B("B", {8, 64}, p_int32);
    compute s("s", {i, j}, A(i, j) = A(i, j) * 3 + B(i, j));
    on_bus({&A, &B});
    dataflow(Channels::automatic);
  };
  CHECK(search(in_place).verified);
}

TEST_CASE("streams behind buses: large pictures are verified at a size of whole words") {
  const Report report = search([] { blur(1024, 1024); });
  CHECK(report.verified);
  CHECK(has_line(report, "hls::vector<float, 16> in[1024][64]"));
}

TEST_CASE("architecture: processes whose channels are hard leave the nests their part of the time") {
  const auto ring = [](Architecture architecture, double seconds) {
    function program("ring");
    program.scope([] {
      var i("i", 0, 400);
      placeholder A("A", {400}), T("T", {400}), B("B", {400});
      T.local();
      compute g("g", {i}, T(i) = A(i) * 2);
      expr sum = 0.0f;
      for (int near = -4; near <= 4; ++near) sum = sum + T(wrap(i + near, 400));
      compute b("b", {i}, B(i) = sum);
      on_bus({&A, &B});
    });
    DseOptions options = silent();
    options.verify = false;
    options.board = "kv260";
    options.architecture = architecture;
    options.seconds = seconds;
    return program.auto_DSE(options).estimate.latency;
  };
  constexpr double seconds = 20;  // a search of the nests alone ends by itself in five
  CHECK(ring(Architecture::automatic, seconds) <= ring(Architecture::nests, seconds));
}

TEST_CASE("architecture: of nests one after the other and processes, auto_DSE takes the better") {
  const auto cycles = [](const std::function<void()>& body, Architecture architecture, bool& streams) {
    function program("either");
    program.scope(body);
    DseOptions options = silent();
    options.architecture = architecture;
    const Report report = program.auto_DSE(options);
    CHECK(report.verified);
    CHECK(report.exploration.bound <= static_cast<double>(report.estimate.latency));
    streams = has_line(report, "#pragma HLS dataflow");
    return report.estimate.latency;
  };
  const auto picture = [] {
    var y("y", 0, 30), x("x", 0, 64);
    placeholder in("in", {32, 64}, p_float32), out("out", {30, 64}, p_float32);
    compute s("s", {y, x}, out(y, x) = in(y, x) + in(y + 1, x) + in(y + 2, x));
    on_bus({&in, &out});
  };
  const auto product = [] {
    var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
    placeholder A("A", {32, 32}), B("B", {32, 32}), C("C", {32, 32});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    on_bus({&A, &B, &C});
  };
  bool streams = false;
  const std::int64_t nests = cycles(picture, Architecture::nests, streams);
  CHECK_FALSE(streams);
  CHECK(cycles(picture, Architecture::automatic, streams) < nests);
  CHECK(streams);
  const std::int64_t tiles = cycles(product, Architecture::nests, streams);
  CHECK(cycles(product, Architecture::automatic, streams) <= tiles);
  CHECK_FALSE(streams);
}

TEST_CASE("streams behind buses: no loop is split for words in which a statement waits for others") {
  const Report sums = search([] {
    var i("i", 0, 32), j("j", 0, 400);
    placeholder A("A", {32, 400}), x("x", {32}), sum("sum", {32});
    sum.local();
    compute start("start", {i}, sum(i) = 0.0F);
    compute add("add", {i, j}, sum(i) += A(i, j));
    compute finish("finish", {i}, x(i) = sum(i));
    add.after(start, i);
    finish.after(add, i);
    on_bus({&A, &x});
    dataflow(Channels::automatic);
  });
  CHECK(sums.verified);
  CHECK(has_line(sums, "float x[32]"));
}

TEST_CASE("architecture: two processes read no bundle together, and one that reads two arrays of it may") {
  const auto searched = [](bool two_processes, Channels channels) {
    function program("shared");
    program.scope([&] {
      var i("i", 0, 16), j("j", 0, 16);
      placeholder A("A", {16, 16}, p_int32), B("B", {16, 16}, p_int32), L("L", {16, 16}, p_int32),
          O("O", {16, 16}, p_int32);
      L.local();
      compute s("s", {i, j}, L(i, j) = two_processes ? A(i, j) + 1 : A(i, j) + B(i, j));
      compute t("t", {i, j}, O(i, j) = two_processes ? L(i, j) * 2 + B(i, j) : L(i, j) * 2);
      for (placeholder* argument : {&A, &B, &O}) argument->interface("m_axi", "g");
    });
    if (channels == Channels::automatic) program.dataflow(channels);
    DseOptions options = silent();
    options.architecture = Architecture::automatic;
    options.pack = false;
    return program.auto_DSE(options);
  };
  const Report nests = searched(true, Channels::declared);
  CHECK_FALSE(has_line(nests, "#pragma HLS dataflow"));
  CHECK(nests.estimate.latency >= 512);  // the elements of both come by one bundle, one a cycle
  const std::vector<std::string>& trail = nests.exploration.trail;
  CHECK(std::any_of(trail.begin(), trail.end(), [](const std::string& line) {
    return line.find("no processes and streams: bundle \"g\" is the port of two processes") == 0;
  }));
  CHECK_THROWS_AS(searched(true, Channels::automatic), CompileError);
  CHECK(searched(false, Channels::automatic).estimate.latency >= 512);
}
