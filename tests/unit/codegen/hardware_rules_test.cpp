#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

// What the directives mean for the hardware beyond the text of their pragmas.

namespace {

/// The kernel, or the first error's code.
std::string kernel_of(const std::function<void(function&)>& declare) {
  function program("f");
  program.scope([&] { declare(program); });
  StageDump silent({});
  try {
    return driver::run_pipeline(program.record(), silent)->kernel;
  } catch (const CompileError& error) {
    return error.diagnostics().front().code;
  }
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const var i("i", 0, 16);

std::string streamed(const std::function<expr(const placeholder& T, const placeholder& M)>& value) {
  return kernel_of([&](function& f) {
    placeholder A("A", {16}), T("T", {16}), M("M", {16}), B("B", {16});
    T.local();
    compute s("s", {i}, A(i) + 1, T(i));
    compute t("t", {i}, value(T, M), B(i));
    T.stream(4);
    f.dataflow();
  });
}

}  // namespace

TEST_CASE("hardware rules: a FIFO is read in every iteration, also where a select does not need the value") {
  CHECK_FALSE(contains(streamed([](auto& T, auto& M) { return select(M(i) > 0, T(i), 0); }), "? T[i]"));
}

TEST_CASE("hardware rules: a FIFO's element is taken out once, however often the value is used") {
  CHECK_FALSE(contains(streamed([](auto& T, auto&) { return T(i) * T(i); }), "T[i] * T[i]"));
}

TEST_CASE("hardware rules: a streamed array is no RAM") {
  CHECK(kernel_of([](function& f) {
          placeholder A("A", {16}), T("T", {16}), B("B", {16});
          T.local();
          compute s("s", {i}, A(i) + 1, T(i));
          compute t("t", {i}, T(i) * 2, B(i));
          T.stream(4).bind_storage("ram_2p", "bram");
          f.dataflow();
        }) == "bad-binding");
}

TEST_CASE("hardware rules: an array behind an AXI master is no memory of the design") {
  CHECK_FALSE(contains(kernel_of([](function&) {
                         placeholder A("A", {16}), B("B", {16});
                         compute s("s", {i}, A(i) + 1, B(i));
                         A.interface("m_axi", "gmem0").bind_storage("ram_2p", "bram");
                         A.partition({4}, "cyclic");
                       }),
                       "storage_type=ram_2p"));
}

TEST_CASE("hardware rules: a bundle's name is one word") {
  CHECK_FALSE(contains(kernel_of([](function&) {
                         placeholder A("A", {16}), B("B", {16});
                         compute s("s", {i}, A(i) + 1, B(i));
                         A.interface("m_axi", "gmem 0");
                       }),
                       "bundle=gmem 0"));
}

TEST_CASE("hardware rules: the verifier refuses a bundle that would break out of its pragma") {
  CHECK(test::refusal("module {\n  func.func @f(%A: memref<4xf32> {pom.interface = #pom.interface<m_axi, bundle = \"a "
                      "port=B\">}) {\n    return\n  }\n}\n") == "bad-mlir:2");
}

TEST_CASE("hardware rules: names that the generated file uses cannot name a function") {
  for (const char* name : {"POM_LOCAL", "pom_max", "sqrtf"}) {
    CHECK(kernel_of([&](function&) {
            placeholder A("A", {16}), B("B", {16});
            compute s("s", {i}, sqrt(A(i)), B(i));
            s.inline_off(name);
          }) == "invalid-name");
  }
}

TEST_CASE("open: one condition guards one copy of a statement" * doctest::should_fail()) {
  const std::string kernel = kernel_of([](function&) {
    placeholder A("A", {16}), B("B", {16});
    compute s("s", {i}, A(i) * 2, B(i));
    s.where(i % 3 != 1);
    s.pipeline(i, 1);
  });
  CHECK(kernel.find("B[i] =") == kernel.rfind("B[i] ="));
}

TEST_CASE("hardware rules: a function's own arrays are not declared by its callers") {
  CHECK_FALSE(contains(kernel_of([](function&) {
                         placeholder A("A", {16}), B("B", {16}), C("C", {16}), T("T", {1}), U("U", {1});
                         T.local(), U.local();
                         compute s1("s1", {i}, A(i), T(0)), t1("t1", {i}, T(0) * 2, B(i));
                         compute s2("s2", {i}, B(i), U(0)), t2("t2", {i}, U(0) * 2, C(i));
                         t1.after(s1, i);
                         t2.after(s2, i);
                         s1.inline_off("layer");
                         s2.inline_off("layer");
                       }),
                       "float U[1]"));
}

TEST_CASE("hardware rules: two FIFOs that are emptied in another order than they are filled do not block each other") {
  // The producer waits for room in T, its consumer for the first element of W: depth 2 holds no row.
  CHECK(kernel_of([](function& f) {
          var j("j", 0, 8);
          placeholder A("A", {16, 8}), T("T", {16, 8}), W("W", {16, 8}), B("B", {16, 8}), C("C", {16, 8});
          T.local(), W.local();
          compute s("s", {i, j}, A(i, j), T(i, j)), r("r", {i, j}, A(i, j) * 2, W(i, j));
          compute u("u", {i, j}, W(i, j), B(i, j)), w("w", {i, j}, T(i, j), C(i, j));
          r.after(s, i);
          w.after(u, i);
          T.stream(2);
          W.stream(2);
          f.dataflow();
        }) == "not-a-stream");
}

TEST_CASE("hardware rules: what copies keep has a name in front of them, once for all that load it") {
  const std::string kernel = kernel_of([](function&) {
    var j("j", 0, 16), k("k", 0, 8);
    placeholder A("A", {16, 8}), x("x", {24}), y("y", {8});
    compute s("s", {j, k}, x(k + 16) - A(j, k) * x(j), x(k + 16));
    compute t("t", {j, k}, y(k) + x(j), y(k));
    t.after(s, k);
    s.pipeline(j, 1);
  });
  CHECK(contains(kernel, "t0 = x[j];"));
  CHECK(contains(kernel, "x[k + 16] = x[k + 16] - A[j][k] * t0;"));
  CHECK(contains(kernel, "y[k] = y[k] + t0;"));
}
