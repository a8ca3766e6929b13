#include <doctest/doctest.h>

#include "dse/devices/device.hpp"

TEST_CASE("devices: every one that is built in can be read") {
  const std::vector<std::string> names = pom::dse::device_names();
  CHECK_FALSE(names.empty());
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto device = pom::dse::find_device(name);
    REQUIRE(device);
    CHECK(device->name == name);
    CHECK(device->lut > 0);
    CHECK(device->memory_bits() > 0);
  }
  CHECK_FALSE(pom::dse::find_device("abacus"));
}

TEST_CASE("devices: xc7z020 has 280 blocks of 18 Kib") {
  CHECK(pom::dse::find_device("xc7z020")->memory_bits() == 280 * 18 * 1024);
}
