#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fixture.hpp"

using namespace pom;

namespace hardware_tests {

// The attributes and pragmas of the hardware primitives: from DSL to affine text, back, and to HLS C++.

namespace {

struct Generated {
  std::string module, kernel;
};

/// What the compiler makes of a function declared by `declare`.
Generated generate(const std::function<void(function&)>& declare) {
  function program("f");
  program.scope([&] { declare(program); });
  StageDump silent({});
  const auto made = driver::run_pipeline(program.record(), silent);
  return {made->module->text(), made->kernel};
}

std::string kernel_of(const std::function<void(function&)>& declare) { return generate(declare).kernel; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const var i("i", 0, 16), j("j", 0, 8);

/// Three nests over local arrays, with every attribute that the dialect has.
void everything(function& f) {
  placeholder A("A", {16, 8}), B("B", {16, 8}), C("C", {16, 8}), D("D", {16, 8}), E("E", {16, 8}), R("R", {8});
  constant alpha("alpha");
  B.local(), C.local();
  compute load("load", {i, j}, A(i, j) * alpha + 1, B(i, j));
  compute mid("mid", {i, j}, B(i, j) * R(j), C(i, j));
  compute store("store", {i, j}, C(i, j) + E(i, j), D(i, j));
  load.bind_op("mul", "maxdsp", 3).bind_op("add", "fabric");
  mid.split(j, 4).pipeline(1, 1).unroll(2, -1);
  store.pipeline(j, 2).flatten_off(i).inline_off("finish");
  A.interface("m_axi", "gmem0");
  D.interface("bram").bind_storage("ram_t2p", "bram", 2);
  alpha.interface("s_axilite", "control");
  f.interface("ap_ctrl_chain");
  R.bind_storage("rom_np", "lutram");
  C.partition({1, 4}, "cyclic").bind_storage("ram_s2p", "uram");
  E.reshape({1, 8}, "complete");
  B.stream(4).bind_storage("fifo", "srl");
  f.dataflow();
}

}  // namespace

TEST_CASE("attributes: the text of every one parses back to the same module and the same kernel") {
  const Generated made = generate(everything);
  backend::CodegenContext context;
  const auto module = backend::parse_affine(made.module, "test.mlir", context);
  REQUIRE(module);
  CHECK(module->text() == made.module);
  CHECK(*backend::emit_kernel(*module, "f.h") == made.kernel);
  for (const char* attribute : {"pom.bind_op", "pom.dataflow", "pom.dependence", "pom.flatten_off", "pom.inline_off",
                                "pom.interface", "pom.label", "pom.name", "pom.partition", "pom.pipeline",
                                "pom.reshape", "pom.storage", "pom.stream", "pom.top", "pom.unroll"}) {
    CAPTURE(attribute);
    CHECK(contains(made.module, attribute));
  }
}

TEST_CASE("kernel: a loop that is kept apart says so at the top of its body") {
  CHECK(contains(generate(everything).kernel, "++i) {\n#pragma HLS loop_flatten off\n"));
}

TEST_CASE("attributes: MLIR's own tool accepts every one as those of a dialect that it does not know") {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "pom-hardware-attributes.mlir";
  std::ofstream(path) << generate(everything).module;
  const std::string command = "PATH=$PATH:/usr/lib/llvm-19/bin; mlir-opt-19 --allow-unregistered-dialect " +
                              path.string() + " > /dev/null || mlir-opt --allow-unregistered-dialect " + path.string() +
                              " > /dev/null";
  CHECK(std::system(command.c_str()) == 0);
  std::filesystem::remove(path);
}

TEST_CASE("bind_op: each operation gets a variable of its own for the pragma") {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16}), B("B", {16}), C("C", {16});
    compute s("s", {i}, A(i) * B(i) + C(i), C(i));
    s.bind_op("mul", "fulldsp", 4);
  });
  CHECK(contains(kernel,
                 "    const float t0 = A[i] * B[i];\n"
                 "#pragma HLS bind_op variable=t0 op=fmul impl=fulldsp latency=4\n"
                 "    C[i] = t0 + C[i];\n"));
}

TEST_CASE("bind_op: the vendor's name of an operation follows its type, and other operations are left alone") {
  const auto kernel = [](Type type, const char* implementation) {
    return kernel_of([=](function&) {
      placeholder A("A", {16}, type), B("B", {16}, type);
      compute s("s", {i}, A(i) - B(i), B(i));
      s.bind_op("sub", implementation);
    });
  };
  CHECK(contains(kernel(p_float32, "fabric"), "variable=t0 op=fsub impl=fabric\n"));
  CHECK(contains(kernel(p_float64, "fulldsp"), "variable=t0 op=dsub impl=fulldsp\n"));
  CHECK(contains(kernel(p_int32, "dsp"),
                 "const uint32_t t0 = (uint32_t)A[i] - B[i];\n#pragma HLS bind_op variable=t0 op=sub impl=dsp\n"));
}

TEST_CASE("interface: mode, bundle and storage of each port, and of the function") {
  const std::string kernel = kernel_of([](function& f) {
    placeholder A("A", {16, 4}), B("B", {16}), C("C", {16});
    constant a("a"), b("b");
    compute s("s", {i}, A(i, 0) * a + C(i) * b, B(i));
    A.interface("m_axi", "gmem0");
    B.interface("bram").bind_storage("ram_2p", "bram", 1);
    a.interface("s_axilite", "control");
    f.interface("s_axilite", "control");
  });
  CHECK(contains(kernel, "#pragma HLS interface mode=s_axilite port=return bundle=control\n"));
  CHECK(contains(kernel, "#pragma HLS interface mode=s_axilite port=a bundle=control\n"));
  CHECK(contains(kernel, "#pragma HLS interface mode=m_axi port=A bundle=gmem0 depth=64 offset=slave\n"));
  CHECK(contains(kernel, "#pragma HLS interface mode=bram port=B storage_type=ram_2p storage_impl=bram latency=1\n"));
  CHECK(contains(kernel, "#pragma HLS interface mode=ap_memory port=C\n"));
  CHECK_FALSE(contains(kernel, "port=b"));
  CHECK_FALSE(contains(kernel, "bind_storage"));
}

TEST_CASE("reshape: the same words as partition under its own name") {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16, 8}), B("B", {16, 8});
    compute s("s", {i, j}, A(i, j), B(i, j));
    A.reshape({4, 8}, {"block", "complete"});
    B.partition({2, 1}, "cyclic").reshape({1, 4}, "cyclic");
  });
  CHECK(contains(kernel,
                 "#pragma HLS array_reshape variable=A type=block factor=4 dim=1\n"
                 "#pragma HLS array_reshape variable=A type=complete dim=2\n"
                 "#pragma HLS array_partition variable=B type=cyclic factor=2 dim=1\n"
                 "#pragma HLS array_reshape variable=B type=cyclic factor=4 dim=2\n"));
}

TEST_CASE("local: an array inside the function, with its pragmas behind its declaration") {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16}), T("T", {16}, p_uint16), B("B", {16});
    T.local().partition({4}, "cyclic").bind_storage("ram_2p", "lutram", 1);
    compute s("s", {i}, cast(A(i), p_uint16), T(i));
    compute t("t", {i}, T(i) * 2, B(i));
  });
  CHECK(contains(kernel, "void f(float A[16], float B[16]) {\n"));
  CHECK(contains(kernel,
                 "  POM_LOCAL uint16_t T[16];\n"
                 "#pragma HLS array_partition variable=T type=cyclic factor=4 dim=1\n"
                 "#pragma HLS bind_storage variable=T type=ram_2p impl=lutram latency=1\n"));
}

TEST_CASE("dataflow: each nest is a function that is not inlined, and channels are declared between them") {
  const std::string kernel = kernel_of([](function& f) {
    placeholder A("A", {16}), T("T", {16}), B("B", {16});
    T.local();
    compute s("s", {i}, A(i) + 1, T(i));
    compute t("t", {i}, T(i) * 2, B(i));
    T.stream(8);
    f.dataflow();
  });
  CHECK(contains(kernel, "static void s_process(float A[16], hls::stream<float>& T) {\n#pragma HLS inline off\n"));
  CHECK(contains(kernel, "static void t_process(hls::stream<float>& T, float B[16]) {\n#pragma HLS inline off\n"));
  CHECK(contains(kernel,
                 "#pragma HLS dataflow\n"
                 "  hls::stream<float, 8> T(\"T\");\n"
                 "  POM_PROCESS(s_process(A, T));\n"
                 "  POM_PROCESS(t_process(T, B));\n"
                 "  POM_END_OF_PROCESSES;\n"
                 "}\n"));
}

TEST_CASE("inline_off: nests that are the same but for their arrays share one function") {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16}), T("T", {16}), B("B", {16});
    constant a("a"), b("b");
    compute s("s", {i}, A(i) * a, T(i));
    compute t("t", {i}, T(i) * b, B(i));
    s.pipeline(i, 1).inline_off("layer");
    t.pipeline(i, 1).inline_off("layer");
  });
  CHECK(contains(kernel, "static void layer(float a, float A[16], float T[16]) {\n#pragma HLS inline off\n"));
  CHECK(contains(kernel,
                 "#pragma HLS allocation function instances=layer limit=1\n  layer(a, A, T);\n  layer(b, T, B);\n}\n"));
  CHECK(kernel.find("inline off") == kernel.rfind("inline off"));
}

TEST_CASE("inline_off: a function that one nest is made of, or processes, needs no limit on its instances") {
  const auto two_nests = [](const char* second, bool region) {
    return kernel_of([&](function& f) {
      placeholder A("A", {16}), T("T", {16}), B("B", {16});
      T.local();
      compute s("s", {i}, A(i) + 1, T(i));
      compute t("t", {i}, T(i) + 1, B(i));
      s.inline_off("layer");
      t.inline_off(second);
      if (region) f.dataflow();
    });
  };
  CHECK(contains(two_nests("layer", false), "allocation"));
  CHECK(!contains(two_nests("other", false), "allocation"));
  CHECK(!contains(two_nests("layer", true), "allocation"));
}

TEST_CASE("inline_off: arrays that no other nest uses live in the function") {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16}), T("T", {16}), B("B", {16});
    T.local();
    compute s("s", {i}, A(i) + 1, T(i));
    compute t("t", {i}, T(i) * 2, B(i));
    t.after(s, i);
    s.inline_off();
  });
  CHECK(contains(kernel,
                 "static void s_nest(float A[16], float B[16]) {\n#pragma HLS inline off\n  POM_LOCAL float T[16];\n"));
}

TEST_CASE("dependence: each of the three claims in the vendor's words") {
  const auto kernel = [](int low, const std::function<expr(const placeholder&, const var&)>& value) {
    return kernel_of([&](function&) {
      var n("n", low, 12);
      placeholder A("A", {32});
      compute s("s", {n}, value(A, n), A(n));
      s.pipeline(n, 1).dependence(n, A);
    });
  };
  CHECK(contains(kernel(0, [](auto& A, auto& n) { return A(n + 12); }),
                 "#pragma HLS dependence variable=A type=inter dependent=false\n"));
  CHECK(contains(kernel(0, [](auto& A, auto& n) { return A(n + 1); }),
                 "#pragma HLS dependence variable=A type=inter direction=RAW dependent=false\n"));
  CHECK(contains(kernel(3, [](auto& A, auto& n) { return A(n - 3); }),
                 "#pragma HLS dependence variable=A type=inter direction=RAW distance=3 dependent=true\n"));
}

}  // namespace hardware_tests
