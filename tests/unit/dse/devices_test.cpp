#include <algorithm>
#include <set>
#include <thread>

#include "dse/devices/tables/tables.hpp"
#include "facts.hpp"

using namespace pom::dse;
using namespace pom::dse::devices;

TEST_CASE("devices: every one that is built in can be read, with its tables") {
  for (const std::string& name : device_names()) {
    CAPTURE(name);
    const auto device = find_device(name);
    REQUIRE(device);
    CHECK(device->name == name);
    CHECK(device->tables);
    CHECK(device->lut > 0);
    CHECK(device->memory_bits() > 0);
  }
  CHECK(device_names().size() >= 12);
}

TEST_CASE("devices: a part is found whatever its package, and brings its speed grade") {
  const auto speed = [](const char* part) { return find_device_by_part(part)->speed; };
  CHECK(find_device_by_part("xcu55c-fsvh2892-2L-e")->name == "xcu55c");
  CHECK(find_device_by_part("xc7z020clg400-1")->name == "xc7z020");
  CHECK(find_device_by_part("xc7z020-clg484-1")->part == "xc7z020-clg484-1");
  CHECK(speed("xcu55c-fsvh2892-2L-e") == "2L");
  CHECK(speed("xczu9eg-ffvb1156-2-i") == "2");
  CHECK(speed("xczu9eg-ffvb1156-1-e") == "1");
  CHECK(speed("xc7z020clg400-3") == "3");
  CHECK(speed("xck26-sfvc784-2LV-c") == "2LV");
}

TEST_CASE("devices: a part without a known speed grade has the device's") {
  CHECK(find_device_by_part("xczu9eg")->speed == "2");
  CHECK(find_device_by_part("xczu9eg-ffvb1156-9-e")->speed == "2");
  CHECK(find_device_by_part("xczu9eg-\n;[exit]")->part == "xczu9eg-ffvb1156-2-e");
}

TEST_CASE("devices: other chips are not found") {
  for (const char* part : {"", "xc7z0201clg400-1", "xcu", "abacus-1", "-1", "XC7Z020"}) {
    CAPTURE(part);
    CHECK_FALSE(find_device_by_part(part));
  }
}

TEST_CASE("devices: block counts of the data sheets") {
  CHECK(find_device("xc7z020")->bram_18k == 280);
  CHECK(find_device("xczu9eg")->bram_18k == 1824);
  CHECK(find_device("xcu280")->uram == 960);
  CHECK(find_device("xck26")->dsp == 1248);
}

TEST_CASE("devices: those of one family and speed grade share one table") {
  CHECK(find_device("xcu280")->tables == find_device("xcu55c")->tables);
  CHECK(find_device("xcu280")->tables != find_device("xcvu9p")->tables);
}

TEST_CASE("devices: tables may be asked for by many threads at once") {
  std::vector<std::thread> threads;
  std::vector<int> latencies(8);
  for (int n = 0; n < 8; ++n) {
    threads.emplace_back([n, &latencies] {
      const auto device = find_device_by_part("xcu280-fsvh2892-1-e");
      for (int i = 0; i < 1000; ++i) {
        latencies[n] +=
            find_operator({&*device, 5, std::nullopt, {2023, 2}}, {.op = OpKind::mul, .type = float_type(32)}).latency;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::set<int>(latencies.begin(), latencies.end()).size() == 1);
}

TEST_CASE("versions: year and release count, updates do not") {
  CHECK(read_version("2022.2.2") == ToolVersion{2022, 2});
  CHECK(read_version("2025.1") == ToolVersion{2025, 1});
  for (const char* text : {"", "2022", "2022.", "v2022.2", "2022.2b", "-1.2", "99999999999.1", "22.1"}) {
    CAPTURE(text);
    CHECK_FALSE(read_version(text));
  }
  CHECK(ToolVersion{2022, 2} < ToolVersion{2023, 1});
}

TEST_CASE("unit device: everything costs one") {
  const auto device = find_device("unit");
  const Target target{&*device, 10, std::nullopt, {2022, 1}};
  for (const OpKind op : {OpKind::add, OpKind::mul, OpKind::div, OpKind::sqrt, OpKind::lt, OpKind::exp}) {
    const OperatorCost cost = find_operator(target, {.op = op, .type = float_type(32)});
    CHECK(cost.latency == 0 + 1);
    CHECK(cost.dsp == 1);
    CHECK(cost.lut == 1);
    CHECK(cost.ff == 1);
  }
  const OperatorCost add = find_operator(target, {.op = OpKind::add, .type = integer_type(32)});
  CHECK(add.lut == 1);
  CHECK(add.latency == 0);
  CHECK(add.delay_ns == 1);
  CHECK(find_operator(target, {.op = OpKind::mul, .type = integer_type(32)}).dsp == 1);
  CHECK(find_memory(target, {.words = 100000, .bits = 64}).bram_18k == 1);
  CHECK(multiplexer_lut(target, 9, 32) == 1);
}

TEST_CASE("a target without a device costs what the unit device does") {
  CHECK(find_operator({}, {.op = OpKind::mul, .type = float_type(32)}).dsp == 1);
  CHECK(find_memory({}, {.words = 100000, .bits = 64}).bram_18k == 1);
}
