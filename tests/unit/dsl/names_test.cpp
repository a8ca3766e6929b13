// Names become names in generated files: what their headers have taken is refused, whatever it is to name.
#include <doctest/doctest.h>

#include <string_view>

#include "dsl/model/names.hpp"
#include "fixture.hpp"

using namespace pom;

namespace {

#include "dsl/taken_names.inc"

namespace on_host {
#include "dsl/taken_on_host.inc"
}  // namespace on_host

bool is_refused(const char* what, const std::string& name) {
  const auto error = dsl::check_identifier(what, name, {});
  return error && error->code == "invalid-name";
}

}  // namespace

TEST_CASE("names: a macro of any header that generated files include names nothing") {
  CHECK(std::size(macro_names) > 200);
  for (const std::string_view macro : macro_names) {
    for (const char* role : {"array", "constant", "loop", "compute", "function", "bundle"}) {
      INFO(role << " " << macro);
      CHECK(is_refused(role, std::string(macro)));
    }
  }
}

TEST_CASE("names: those that broke programs are among them, in every role") {
  for (const char* name : {"INFINITY", "NULL", "NAN", "M_PI", "HUGE_VAL", "EOF", "errno", "linux", "unix", "pom_max",
                           "ap_int", "INT_MAX", "__x", "_Complex", "int"}) {
    for (const char* role : {"array", "constant", "loop", "compute", "function"}) {
      INFO(role << " " << name);
      CHECK(is_refused(role, name));
    }
  }
}

TEST_CASE("names: what headers declare names no function, and anything inside of one") {
  for (const char* name : {"exp", "expf", "malloc", "frexp", "j0", "div_t", "signgam", "memcpy"}) {
    INFO(name);
    CHECK(is_refused("function", name));
    for (const char* role : {"array", "constant", "loop", "compute"}) CHECK(!is_refused(role, name));
  }
  for (const char* name : {"gemm", "copy", "minus", "A", "T", "filter"}) {
    INFO(name);
    CHECK(!is_refused("function", name));
  }
}

TEST_CASE("names: what a board's host program includes takes names from its function, and macros from all") {
  const auto is_taken = [](const char* what, const std::string& name) {
    const auto error = dsl::check_host_name(what, name, {});
    return error && error->code == "invalid-name";
  };
  for (const char* name : {"xrt", "xclDeviceHandle", "xclBOSyncDirection", "ERT_CMD_STATE_QUEUED", "pthread_create"}) {
    CAPTURE(name);
    CHECK(is_taken("function", name));
    for (const char* role : {"array", "parameter", "loop"}) CHECK(!is_taken(role, name));
  }
  for (const char* name : {"gemm", "device", "bo", "kernel", "run", "A"}) CHECK(!is_taken("function", name));
  for (const std::string_view macro : on_host::macro_names) {
    CAPTURE(macro);
    for (const char* role : {"array", "loop", "function"}) CHECK(is_taken(role, std::string(macro)));
  }
}

TEST_CASE("names: of more than 100 characters are refused") {
  CHECK(!is_refused("array", std::string(100, 'a')));
  CHECK(is_refused("array", std::string(101, 'a')));
  CHECK(is_refused("function", std::string(300, 'a')));
}

TEST_CASE("names: of generated functions are names whatever the compute is called") {
  dsl::Function function;
  function.name = "f";
  CHECK(dsl::name_generated_function(function, "blur", "nest") == "blur_nest");
  for (const std::string& compute : {std::string("s_"), std::string("ap"), std::string("pom"), std::string(100, 'a')}) {
    const std::string name = dsl::name_generated_function(function, compute, "process");
    CAPTURE(name);
    CHECK(!is_refused("function", name));
    CHECK(name != dsl::name_generated_function(function, compute + "b", "process"));
  }
}

TEST_CASE("names: of generated functions are apart where two computes' names differ by a _ at the end") {
  dsl::Function function;
  function.name = "f";
  for (const char* name : {"s", "s_"}) {
    dsl::Compute compute;
    compute.name = name;
    function.computes.push_back(std::move(compute));
  }
  CHECK(dsl::name_generated_function(function, "s", "nest") == "s_nest");
  const std::string other = dsl::name_generated_function(function, "s_", "nest");
  CHECK(other != "s_nest");
  CHECK(!is_refused("function", other));
  function.computes.erase(function.computes.begin());
  CHECK(dsl::name_generated_function(function, "s_", "nest") == "s_nest");
}

TEST_CASE("names: no function takes the place of a header that stands in for the tool's on a host") {
  CHECK(is_refused("function", "emulated_hls_vector"));
  CHECK_FALSE(is_refused("array", "emulated_hls_vector"));
}
