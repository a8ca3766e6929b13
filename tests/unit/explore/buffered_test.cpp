#include <algorithm>

#include "fixture.hpp"

using namespace pom;

namespace {

/// C += A · B, each matrix behind a bundle of its own.
function product_on_bus(int size,
                        const std::function<void(compute&, placeholder&, placeholder&, placeholder&)>& more = {}) {
  function program("product");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    A.interface("m_axi", "a");
    B.interface("m_axi", "b");
    C.interface("m_axi", "c");
    if (more) more(s, A, B, C);
  });
  return program;
}

DseOptions verifying() {
  DseOptions options = test::silent();
  options.verify = true;
  return options;
}

DseOptions on_the_bus() {
  DseOptions options = verifying();
  options.buffer = false;
  return options;
}

bool says(const Report& report, const char* text) {
  return report.exploration.schedule.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("auto_DSE: arguments behind a bus that fit stay on the chip as a whole") {
  const Report found = product_on_bus(32).auto_DSE(verifying());
  CHECK(found.verified);
  for (const char* buffer : {"A.buffer();", "B.buffer();", "C.buffer();"}) CHECK(says(found, buffer));
  const Report outside = product_on_bus(32).auto_DSE(on_the_bus());
  CHECK_FALSE(says(outside, "buffer"));
  CHECK(2 * found.estimate.latency < outside.estimate.latency);
  // Every element of one matrix comes, or goes, over its bus, sixteen a word.
  CHECK(found.exploration.transfers == 64);
  CHECK(found.exploration.bound >= 64);
  CHECK(outside.exploration.transfers == 1024);
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
}

TEST_CASE("auto_DSE: of arguments that do not fit, tiles stay on the chip") {
  DseOptions little = verifying();
  little.bram_blocks = 24;
  const Report found = product_on_bus(64).auto_DSE(little);
  CHECK(found.verified);
  CHECK(says(found, "buffer_at(s, "));
  CHECK(found.estimate.bram_18k <= 24);
  DseOptions outside = on_the_bus();
  outside.bram_blocks = 24;
  CHECK(found.estimate.latency < product_on_bus(64).auto_DSE(outside).estimate.latency);
}

TEST_CASE("auto_DSE: where the work on a tile takes longer than its copies, the next tile comes beside it") {
  DseOptions little = verifying();
  little.bram_blocks = 24;
  little.pack = false;
  const Report found = product_on_bus(64).auto_DSE(little);
  CHECK(found.verified);
  CHECK(says(found, "s.double_buffer("));
  // One element a cycle and bundle.
  CHECK(found.estimate.latency >= 4096);
  CHECK(found.exploration.bound <= static_cast<double>(found.estimate.latency));
}

TEST_CASE("auto_DSE: a schedule with buffers is the function's own, and gives the same design again") {
  for (const int blocks : {200, 24}) {
    DseOptions options = test::silent();
    options.bram_blocks = blocks;
    function program = product_on_bus(64);
    const Report found = program.auto_DSE(options);
    const Report again = program.codegen(test::silent());
    CHECK(again.estimate.latency == found.estimate.latency);
    CHECK(again.estimate.lut == found.estimate.lut);
    CHECK(again.hls_cpp == found.hls_cpp);
  }
}

TEST_CASE("auto_DSE: buffers that the program asks for stay, and the search finds the rest") {
  const Report found = product_on_bus(32, [](compute& s, placeholder& A, placeholder& B, placeholder& C) {
                         var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
                         s.tile({0, 1, 2}, {16, 16, 16}, {i0, j0, k0}, {i1, j1, k1});
                         C.buffer_at(s, j0);
                         A.buffer_at(s, k0);
                         B.buffer_at(s, k0);
                       }).auto_DSE(verifying());
  CHECK(found.verified);
  for (const char* asked : {"s.tile(", "C.buffer_at(s, j0);", "A.buffer_at(s, k0);", "B.buffer_at(s, k0);"})
    CHECK(says(found, asked));
  CHECK(says(found, "unroll"));
  CHECK(std::none_of(found.warnings.begin(), found.warnings.end(),
                     [](const Diagnostic& warning) { return warning.code == "replaced-directive"; }));
}

TEST_CASE("auto_DSE: the memory that the program binds its buffers to is that of the design") {
  const auto designed = [](const std::function<void(compute&, placeholder&)>& more) {
    return product_on_bus(16,
                          [&](compute& s, placeholder& A, placeholder&, placeholder&) {
                            more(s, A);
                            A.bind_storage("ram_2p", "lutram");
                          })
        .auto_DSE(verifying());
  };
  const auto check = [](const Report& found, const std::string& buffer) {
    CHECK(found.verified);
    CHECK(found.warnings.empty());
    CHECK(says(found, "A.bind_storage(\"ram_2p\", \"lutram\");"));
    CHECK(found.hls_cpp.find("bind_storage variable=" + buffer + " type=ram_2p impl=lutram") != std::string::npos);
  };
  check(designed([](compute&, placeholder& A) { A.buffer(); }), "A_buffer");
  check(designed([](compute& s, placeholder& A) { A.buffer_at(s, 0); }), "A_buffer");
  check(designed([](compute&, placeholder& A) { A.buffer("kept"); }), "kept");
}

TEST_CASE("auto_DSE: of the buffers of an array, one may have a memory of its own") {
  const Report found = product_on_bus(16, [](compute& s, placeholder& A, placeholder& B, placeholder&) {
                         B.buffer_at(s, 0, "rows").bind_storage("ram_2p", "bram");
                         A.buffer_at(s, 0, "line").partition({1, 4}, "cyclic");
                         A.bind_storage("ram_2p", "lutram");
                       }).auto_DSE(verifying());
  CHECK(found.verified);
  CHECK(found.hls_cpp.find("bind_storage variable=rows type=ram_2p impl=bram") != std::string::npos);
  CHECK(found.hls_cpp.find("bind_storage variable=line type=ram_2p impl=lutram") != std::string::npos);
}

TEST_CASE("auto_DSE: a row of one word is a tile as any other, also where rows are loaded beside the work") {
  for (const bool beside : {false, true}) {
    CAPTURE(beside);
    const Report found = product_on_bus(16, [&](compute& s, placeholder& A, placeholder&, placeholder&) {
                           A.buffer_at(s, 0);
                           A.pack(16);
                           if (beside) s.double_buffer(0);
                         }).auto_DSE(verifying());
    CHECK(found.verified);
    CHECK(says(found, "A.buffer_at("));
    CHECK(says(found, "s.pipeline("));
    const std::vector<std::string>& trail = found.exploration.trail;
    CHECK(std::none_of(trail.begin(), trail.end(),
                       [](const std::string& line) { return line.find("kept on the chip") != std::string::npos; }));
  }
}

TEST_CASE("auto_DSE: a buffer that cannot stay leaves the others that the program asks for") {
  function program("chain");
  program.scope([] {
    var x("x", 0, 32), y("y", 0, 32);
    placeholder I("I", {32}), A("A", {32}), O("O", {32});
    compute a("a", {x}, A(x) = I(x) * 2);
    compute b("b", {y}, O(y) = A(y) + 1);
    for (placeholder* port : {&I, &A, &O}) port->interface("m_axi", "bus");
    A.buffer();
    O.buffer_at(b, y);  // a pipelined loop has none
  });
  const Report found = program.auto_DSE(verifying());
  CHECK(found.verified);
  CHECK(says(found, "A.buffer();"));
  CHECK_FALSE(says(found, "O.buffer"));
  const auto replaced = std::find_if(found.warnings.begin(), found.warnings.end(),
                                     [](const Diagnostic& warning) { return warning.code == "replaced-directive"; });
  REQUIRE(replaced != found.warnings.end());
  CHECK(replaced->message.find("O.buffer_at(b, y)") != std::string::npos);
  CHECK(replaced->message.find("A.buffer()") == std::string::npos);
}

TEST_CASE("auto_DSE: elements that are used once are not kept where that is slower") {
  const auto scaled = [] {
    function program("scaled");
    program.scope([] {
      var i("i", 0, 4096);
      placeholder x("x", {4096}), y("y", {4096});
      compute s("s", {i}, y(i) = x(i) * 3);
      x.interface("m_axi", "x");
      y.interface("m_axi", "y");
    });
    return program;
  };
  DseOptions elements = verifying();
  elements.pack = false;
  const Report found = scaled().auto_DSE(elements), outside = scaled().auto_DSE(on_the_bus());
  CHECK(found.verified);
  CHECK(found.estimate.latency <= outside.estimate.latency);
  CHECK_FALSE(says(found, "buffer"));
  CHECK(found.exploration.gap < 0.05);
  // In words they come and go so much faster that it pays to keep them.
  const Report words = scaled().auto_DSE(verifying());
  CHECK(words.verified);
  CHECK(says(words, "x.pack("));
  CHECK(3 * words.estimate.latency < outside.estimate.latency);
}

namespace {

/// C = A · x of rows that are no whole words.
function odd_rows(const std::function<void(placeholder&)>& more = {}) {
  function program("odd_rows");
  program.scope([&] {
    var i("i", 0, 40), j("j", 0, 50);
    placeholder A("A", {40, 50}), x("x", {50}), y("y", {40});
    compute s("s", {i, j}, y(i) += A(i, j) * x(j));
    A.interface("m_axi", "a");
    x.interface("m_axi", "x");
    y.interface("m_axi", "y");
    if (more) more(A);
  });
  return program;
}

}  // namespace

TEST_CASE("auto_DSE: rows are padded to whole words only where the host's layout may change") {
  const Report whole = odd_rows().auto_DSE(verifying());
  CHECK(whole.verified);
  CHECK_FALSE(says(whole, "padded"));
  DseOptions padding = verifying();
  padding.host_layout = true;
  const Report padded = odd_rows().auto_DSE(padding);
  CHECK(padded.verified);
  CHECK(says(padded, "A.pack(16, \"padded\")"));
  CHECK(padded.estimate.latency < whole.estimate.latency);
}

TEST_CASE("auto_DSE: words that the program asks for are those of its design") {
  const Report found = odd_rows([](placeholder& A) { A.pack(2); }).auto_DSE(verifying());
  CHECK(found.verified);
  CHECK(says(found, "A.pack(2);"));
}

TEST_CASE(
    "auto_DSE: what takes longest on its way comes from several ports, where they lead to memories of their own") {
  const auto on = [](const char* board, bool host_layout) {
    DseOptions options = verifying();
    options.board = board;
    options.host_layout = host_layout;
    return odd_rows().auto_DSE(options);
  };
  const Report several = on("u55c", true);
  CHECK(several.verified);
  CHECK(says(several, "A.pack(32, \"padded\", 4)"));
  for (const char* small : {"x.pack(32", "x.pack(64", "y.pack(32"}) CHECK_FALSE(says(several, small));
  const Report single = on("u55c", false);
  CHECK(several.estimate.latency < single.estimate.latency);
  CHECK_FALSE(says(single, "padded"));
  CHECK_FALSE(says(on("zcu104", true), "\"padded\", "));  // all ports lead to one memory
  DseOptions placed = verifying();
  placed.board = "u55c";
  placed.host_layout = true;
  placed.banks = {{"A", "HBM[3]"}};
  CHECK_FALSE(says(odd_rows().auto_DSE(placed), "\"padded\", "));  // nor those that are asked for
}

TEST_CASE("auto_DSE: a port is no wider than the board's") {
  DseOptions options = verifying();
  options.board = "pynq_z2";  // 64 bits
  options.host_layout = true;
  const Report found = odd_rows().auto_DSE(options);
  CHECK(found.verified);
  for (const char* wider : {"pack(4", "pack(8", "pack(16"}) CHECK_FALSE(says(found, wider));
}

TEST_CASE("auto_DSE: what several nests use is loaded once, and what they make stays between them") {
  function program("transposed");
  program.scope([] {
    var i("i", 0, 32), j("j", 0, 32);
    placeholder A("A", {32, 32}), x("x", {32}), y("y", {32}), t("t", {32});
    compute a("a", {i, j}, t(i) += A(i, j) * x(j));
    compute b("b", {i, j}, y(j) += A(i, j) * t(i));
    A.interface("m_axi", "a");
    x.interface("m_axi", "v");
    y.interface("m_axi", "v");
    t.interface("m_axi", "w");
  });
  const Report found = program.auto_DSE(verifying());
  CHECK(found.verified);
  CHECK(says(found, "A.buffer();"));
  const std::size_t loads = found.hls_cpp.find("load_A_A_0:");
  CHECK(loads != std::string::npos);
  CHECK(found.hls_cpp.find("load_A_A_0:", loads + 1) == std::string::npos);
}

TEST_CASE("auto_DSE: designs with buffers do not depend on the number of threads") {
  DseOptions four = test::silent();
  four.threads = 4;
  CHECK(product_on_bus(32).auto_DSE(four).exploration.schedule ==
        product_on_bus(32).auto_DSE(test::silent()).exploration.schedule);
}

TEST_CASE("auto_DSE: the first plan's bound leaves time for a design") {
  function program("shifted");
  program.scope([] {
    parameter S("S", 0, 7);
    var k("k", 0, 64), i("i", 0, 56);
    placeholder A("A", {64}, p_int32), T("T", {64}, p_int32), B("B", {56}, p_int32);
    T.local();
    compute t("t", {k}, T(k) = A(63 - k)), s("s", {i}, B(i) = T(i + S));
    A.interface("m_axi", "g");
    B.interface("m_axi", "h");
  });
  DseOptions options = test::silent();
  options.seconds = 1;  // a hundred times what the plan's program takes
  const Report found = program.auto_DSE(options);
  CHECK(says(found, "buffer"));
  CHECK(found.estimate.latency < found.exploration.automatic);
  CHECK(found.exploration.bound > 0);
}

TEST_CASE("auto_DSE: a second search begins with what the program says, not with what the first one found") {
  function product = product_on_bus(16);
  const Report first = product.auto_DSE(test::silent()), second = product.auto_DSE(test::silent());
  CHECK(says(first, "buffer"));
  CHECK(second.exploration.schedule == first.exploration.schedule);
  CHECK(second.exploration.baseline == first.exploration.baseline);
  DseOptions fewer = test::silent();
  fewer.luts = first.estimate.lut / 2;
  const Report small = product.auto_DSE(fewer);
  CHECK(small.exploration.baseline == first.exploration.baseline);
  CHECK(small.warnings.empty());
}

TEST_CASE("auto_DSE: a design is no worse than its buffers alone, and the bound no higher than any design") {
  const auto depthwise = [](bool by_hand) {
    function program("depthwise");
    program.scope([&] {
      const int C = 3, H = 9, W = 11;
      var c("c", 0, C), y("y", 0, H), x("x", 0, W), r("r", 0, 3), q("q", 0, 3);
      placeholder in("in", {C, H, W}, p_int8), w("w", {C, 3, 3}, p_int8), out("out", {C, H, W}, p_int32);
      compute z("z", {c, y, x}, out(c, y, x) = 0);
      compute a("a", {c, y, x, r, q},
                out(c, y, x) += in(c, clamp(y + r - 1, 0, H - 1), clamp(x + q - 1, 0, W - 1)) * w(c, r, q));
      in.interface("m_axi", "a");
      out.interface("m_axi", "b");
      if (by_hand) in.buffer(), out.buffer();
    });
    return program;
  };
  const std::int64_t by_hand = depthwise(true).codegen(test::silent()).estimate.latency;
  const Report found = depthwise(false).auto_DSE(test::silent());
  CHECK(found.estimate.latency <= by_hand);
  CHECK(found.exploration.bound <= static_cast<double>(by_hand));
  REQUIRE_FALSE(found.exploration.pareto.empty());
  CHECK(found.exploration.pareto.front().latency == static_cast<double>(found.estimate.latency));
}

TEST_CASE("auto_DSE: statements of one loop share their tiles, so that each element comes over the bus once") {
  constexpr int size = 512;  // a matrix of a MiB, which the chip has no room for
  function program("bicg");
  program.scope([] {
    var i("i", 0, size), j("j", 0, size);
    placeholder A("A", {size, size}), s("s", {size}), q("q", {size}), p("p", {size}), r("r", {size});
    compute z("z", {j}, s(j) = 0.0f);
    compute q0("q0", {i}, q(i) = 0.0f);
    compute a("a", {i, j}, s(j) += r(i) * A(i, j));
    a.after(q0, i);
    compute b("b", {i, j}, q(i) += A(i, j) * p(j));
    b.after(a, j);
    for (placeholder* argument : {&A, &s, &q, &p, &r}) argument->interface("m_axi", "gmem_" + argument->name());
  });
  DseOptions options = verifying();
  options.board = "pynq_z2";  // words of two floats
  const Report found = program.auto_DSE(options);
  CHECK(found.verified);
  CHECK(found.exploration.transfers == size * size / 2);
  CHECK(static_cast<double>(found.estimate.latency) <= 1.25 * found.exploration.transfers);
}

TEST_CASE("auto_DSE: sums begin and end in their tiles, and tiles of one array have banks of their own") {
  constexpr int size = 512;  // matrices of a MiB
  function program("two");
  program.scope([] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size}), T("T", {size, size}),
        D("D", {size, size});
    compute clear("clear", {i, j}, T(i, j) = 0.0f);
    compute first("first", {i, j, k}, T(i, j) += A(i, k) * B(k, j));
    compute scale("scale", {i, j}, D(i, j) = D(i, j) * 0.5f);
    compute second("second", {i, j, k}, D(i, j) += T(i, k) * C(k, j));
    first.after(clear, j);
    second.after(scale, j);
    for (placeholder* argument : {&A, &B, &C, &T, &D}) argument->interface("m_axi", "gmem_" + argument->name());
  });
  DseOptions options = verifying();
  options.board = "pynq_z2";
  const Report found = program.auto_DSE(options);
  CHECK(found.verified);
  // 2 · 512³ products, of which there are more than 28 in a cycle.
  CHECK(found.estimate.latency < std::int64_t{2} * size * size * size / 28);
  const std::string& schedule = found.exploration.schedule;
  CAPTURE(schedule);
  CHECK(schedule.find("first.after(clear, j0)") != std::string::npos);
  CHECK(schedule.find("auto T_first = T.buffer_at(first, j0, \"T_first\")") != std::string::npos);
  CHECK(schedule.find("distribute") == std::string::npos);
}
