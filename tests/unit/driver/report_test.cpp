#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "dse/devices/tables/json_schema.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;
using nlohmann::json;

namespace {

/// What the published schema says of a report; empty: nothing.
std::string refusal(const json& report) {
  const json schema = json::parse(read(POM_SOURCE_DIR "/tools/schema/report.schema.json"));
  try {
    dse::devices::check_schema(schema, report);
  } catch (const dse::devices::Problem& problem) {
    return problem.text;
  }
  return "";
}

json report_of(const Scratch& scratch, const char* name) {
  return json::parse(read(scratch / (std::string(name) + "/report.json")));
}

}  // namespace

TEST_CASE("report.json: satisfies the published schema with a search, and the schema refuses what it does not know") {
  Scratch scratch;
  DseOptions options;
  static_cast<CompileOptions&>(options) = quiet(scratch / "found");
  doubling("found", 64, 0).auto_DSE(options);
  json report = report_of(scratch, "found");
  CHECK(refusal(report) == "");
  CHECK(report.contains("pareto"));
  report["estimate"]["loops"][0]["limit"] = "weather";
  CHECK(refusal(report).find("limit") != std::string::npos);
  report = report_of(scratch, "found");
  report["surprise"] = 1;
  CHECK(refusal(report).find("surprise") != std::string::npos);
}

TEST_CASE("report.json: satisfies the published schema for channels, tables, parameters and no estimate") {
  Scratch scratch;
  function channels("channels");
  channels.scope([&] {
    var i("i", 0, 16);
    placeholder x("x", {16}), y("y", {16}), between("between", {16}), W("W", {16});
    W.values(std::vector<double>(16, 0.5));
    between.local();
    compute a("a", {i}, x(i) * W(i), between(i));
    compute b("b", {i}, between(i) + 1.0, y(i));
    a.pipeline(i, 1);
    between.stream(4);
    dataflow();
  });
  channels.codegen(quiet(scratch / "channels"));
  const json with_channels = report_of(scratch, "channels");
  CHECK(refusal(with_channels) == "");
  CHECK(with_channels["channels"].size() == 1);
  CHECK(with_channels["course"]["concurrent"] == true);

  function window("window");
  window.scope([&] {
    var i("i", 0, 16), j("j", 0, 14);
    placeholder x("x", {16}), y("y", {14}), between("between", {16});
    between.local();
    compute a("a", {i}, x(i) * 2.0, between(i));
    compute b("b", {j}, between(j) + between(j + 2), y(j));
    dataflow(Channels::automatic);
  });
  window.codegen(quiet(scratch / "window"));
  const json with_streams = report_of(scratch, "window");
  CHECK(refusal(with_streams) == "");
  REQUIRE(with_streams["streams"].size() == 1);
  CHECK(with_streams["streams"][0]["buffer"]["elements"] == 3);

  function sized("sized");
  sized.scope([&] {
    parameter n("n", 1, 64);
    var i("i", 0, n);
    placeholder x("x", {n});
    compute s("s", {i}, x(i) * 2.0, x(i));
  });
  sized.codegen(quiet(scratch / "sized"));
  CHECK(refusal(report_of(scratch, "sized")) == "");
}

TEST_CASE("report.json: the statements that a rewriting adds are named where its loops run") {
  Scratch scratch;
  function sum("sum");
  sum.scope([&] {
    allow_reassociation();
    var k("k", 0, 64);
    placeholder x("x", {64}), total("total", {1});
    compute s("s", {k}, total(0) + x(k), total(0));
    auto [part, part_init, part_combine] = s.rfactor(k, 8, "part");
  });
  sum.codegen(quiet(scratch / "sum"));
  const json report = report_of(scratch, "sum");
  CHECK(refusal(report) == "");
  CHECK(report["computes"].size() == 3);
  for (const json& loop : report["kernel"]["loops"]) CHECK_FALSE(loop["computes"].empty());
}

TEST_CASE("report.json: each pragma names the directive that made it, or why it is there without one") {
  Scratch scratch;
  doubling("doubled", 64, 4).codegen(quiet(scratch / "doubled"));
  const json report = report_of(scratch, "doubled");
  const json& directives = report["directives"];
  int made = 0;
  for (const json& pragma : report["kernel"]["pragmas"]) {
    const bool pipeline = pragma["text"].get<std::string>().find("HLS pipeline") != std::string::npos;
    CHECK(pragma["directive"].is_null() != pragma["because"].get<std::string>().empty());
    if (!pipeline) continue;
    ++made;
    CHECK(directives[pragma["directive"].get<std::size_t>()]["text"] == "s.pipeline(0, 1)");
    CHECK(directives[pragma["directive"].get<std::size_t>()]["at"].get<std::string>().starts_with("fixture.hpp:"));
  }
  CHECK(made == 1);
}

TEST_CASE("report: the latency for any size is the estimate's own at its size, also where copies halve a triangle") {
  const test::Scratch scratch;
  for (const std::int64_t size : {64, 40}) {
    function program("triangle");
    program.scope([&] {
      parameter N("N", 1, static_cast<int>(size));
      var i("i", 0, N), j("j", 0, i + 1);
      placeholder A("A", {64, 64}, p_int32), Z("Z", {64, 64}, p_int32);
      compute s("s", {i, j}, A(i, j) * 3, Z(i, j));
      s.unroll(j, 2);
    });
    CompileOptions options = test::quiet(scratch / "triangle");
    options.verify = false;
    options.write = false;
    const Report report = program.codegen(options);
    long square = 0, squares = 0, line = 0, lines = 0, constant = 0;
    const std::string& formula = report.estimate.formula;
    CAPTURE(formula);
    REQUIRE(std::sscanf(formula.c_str(), "%ld/%ld N^2 + %ld/%ld N + %ld", &square, &squares, &line, &lines,
                        &constant) == 5);
    const double n = static_cast<double>(size);
    const double latency = n * n * static_cast<double>(square) / static_cast<double>(squares) +
                           n * static_cast<double>(line) / static_cast<double>(lines) + static_cast<double>(constant);
    CHECK(latency == doctest::Approx(report.estimate.latency).epsilon(0.001));
  }
}

TEST_CASE("report: a loop that a size of the run bounds is not unrolled in the estimate, however short it is") {
  const test::Scratch scratch;
  function program("rows");
  program.scope([] {
    parameter M("M", 1, 25);
    var i("i", 0, 30), j("j", 0, M);
    placeholder A("A", {30}, p_int32), B("B", {30, 25}, p_int32);
    scalar sum("sum", p_int32);
    compute clear("clear", {i}, sum = 0), add("add", {i, j}, sum += B(i, j)), store("store", {i}, A(i) = sum);
    add.after(clear, i);
    store.after(add, i);
  });
  CompileOptions options = test::quiet(scratch / "rows");
  options.verify = false;
  options.write = false;
  const Report report = program.codegen(options);
  CHECK(std::any_of(report.estimate.loops.begin(), report.estimate.loops.end(),
                    [](const EstimatedLoop& loop) { return loop.label == "add_j"; }));
}

TEST_CASE("report.json: the cycles of a design are those that its gap and its speed-up speak of") {
  Scratch scratch;
  function program("stages");
  program.scope([] {
    var y("y", 0, 16), x("x", 0, 16), v("v", 0, 14), u("u", 0, 16), p("p", 0, 14), q("q", 0, 16);
    placeholder in("in", {16, 16}, p_int32), a("a", {16, 16}, p_int32), b("b", {14, 16}, p_int32),
        out("out", {14, 16}, p_int32);
    a.local();
    b.local();
    compute first("first", {y, x}, in(y, x), a(y, x));
    compute second("second", {v, u}, a(v, u) + a(v + 2, u), b(v, u));
    compute third("third", {p, q}, b(p, q) * 3, out(p, q));
  });
  program.dataflow(Channels::automatic);
  DseOptions options;
  static_cast<CompileOptions&>(options) = quiet(scratch / "stages");
  const Report found = program.auto_DSE(options);
  REQUIRE(found.estimate.run.available);
  const json report = report_of(scratch, "stages");
  CHECK(refusal(report) == "");
  const json& design = report["design"];
  CHECK(design["latency"] == report["estimate"]["run"]["latency"]);
  CHECK(design["reported_latency"] == report["estimate"]["latency"]["average"]);
  REQUIRE(design["latency"] != design["reported_latency"]);
  const double cycles = design["latency"];
  CHECK(report["gap"].get<double>() == doctest::Approx(1 - report["bound"].get<double>() / cycles));
  CHECK(report["speedup"].get<double>() == doctest::Approx(report["baseline"]["latency"].get<double>() / cycles));
  const std::string said = "Estimated: " + design["latency"].dump() +
                           " cycles, waiting included (in the tool's report " + design["reported_latency"].dump() +
                           ") on";
  CHECK(read(scratch / "stages/schedule.cpp").find(said) != std::string::npos);
}

TEST_CASE("codegen: the memory of a FIFO that the program asks for is no directive without effect") {
  Scratch scratch;
  function program("piped");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16);
    placeholder A("A", {16}), B("B", {16}), C("C", {16});
    compute s("s", {i}, C(i) = A(i) * 2), t("t", {j}, B(j) = C(j) + 1);
    C.local();
    C.stream(7);
    C.bind_storage("fifo", "srl");
  });
  program.dataflow();
  CompileOptions options = quiet(scratch / "piped");
  options.verify = options.write = false;
  const Report report = program.codegen(options);
  CHECK(report.warnings.empty());
  CHECK(report.hls_cpp.find("bind_storage variable=C type=fifo impl=srl") != std::string::npos);
}

TEST_CASE("codegen: a loop behind a condition runs as often as that allows, in the vendor's report") {
  Scratch scratch;
  function program("tiles");
  program.scope([] {
    var i("i", 0, 64), i0("i0"), i1("i1");
    placeholder A("A", {64}, p_int32), C("C", {64}, p_int32), D("D", {64}, p_int32);
    simultaneous s("s", {i}, {{C(i), A(i)}, {D(i), A(i) - D(i)}});
    A.interface("m_axi", "g");
    C.interface("m_axi", "h");
    D.interface("m_axi", "k");
    s.front().split(i, 16, i0, i1);
    for (placeholder* array : {&A, &C, &D}) array->buffer_at(s.front(), i0);
    s.front().double_buffer(i0);
  });
  CompileOptions options = quiet(scratch / "tiles");
  options.write = false;
  const Report report = program.codegen(options);
  CHECK(report.verified);
  CHECK(report.hls_cpp.find("loop_tripcount min=16 max=61") != std::string::npos);
  CHECK(report.hls_cpp.find("max=961") == std::string::npos);
}

TEST_CASE("report.json: a loop that one around bounds has the least, the most and the mean of its iterations") {
  const Scratch scratch;
  function program("triangle");
  program.scope([] {
    var i("i", 0, 32), j("j", i, 33);
    placeholder A("A", {32, 33}), y("y", {32});
    compute s("s", {i, j}, y(i) += A(i, j));
    s.pipeline(j, 1);
  });
  CompileOptions options = quiet(scratch / "triangle");
  options.verify = false;
  program.codegen(options);
  const json report = report_of(scratch, "triangle");
  CHECK(refusal(report) == "");
  const json loops = report.at("estimate").at("loops");
  REQUIRE(loops.size() == 2);
  for (const json& loop : loops) {
    const bool bounded = loop.at("name") == "j";
    CHECK(loop.at("trip") == (bounded ? 33 : 32));
    CHECK(loop.at("trip_min") == (bounded ? 2 : 32));
    CHECK(loop.at("trip_average") == (bounded ? 17.5 : 32));
  }
  CHECK(read(scratch / "triangle/report.html").find("at most; 2 at least, 17.5 on average") != std::string::npos);
}

TEST_CASE("auto_DSE: without interchange, copies and buffers all loops keep their order") {
  function program("product");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
    placeholder A("A", {16, 16}), B("B", {16, 16}), C("C", {16, 16});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    for (const placeholder* array : {&A, &B, &C}) array->interface("m_axi", "gmem_" + array->name());
  });
  DseOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  options.interchange = options.unroll = options.buffer = false;
  const std::string schedule = program.auto_DSE(options).exploration.schedule;
  for (const char* moving : {"reorder", "interchange", "tile("}) CHECK(schedule.find(moving) == std::string::npos);
}

TEST_CASE("report: a loop whose ends move with one parameter has one trip count") {
  const Scratch scratch;
  function program("trips");
  program.scope([] {
    parameter N("N", 3, 1024);
    var i("i", N - 3, N), j("j", 0, 4), k("k", i, i + j + 2);
    placeholder A("A", {1024}, p_int32), B("B", {1030}, p_int32);
    compute s("s", {i}, A(i) = A(i) * 2);
    compute t("t", {i, j, k}, B(k) = B(k) + i);
  });
  CompileOptions options = quiet(scratch / "trips");
  options.write = false;
  const Report report = program.codegen(options);
  CHECK(report.verified);
  CHECK(report.hls_cpp.find("loop_tripcount min=3 max=3") != std::string::npos);
  CHECK(report.hls_cpp.find("max=1024") == std::string::npos);
}
