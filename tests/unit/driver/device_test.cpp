#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <variant>

#include "dse/devices/tables/device.hpp"

TEST_CASE("devices: every one that is built in can be read") {
  const std::vector<std::string> names = pom::dse::devices::device_names();
  CHECK_FALSE(names.empty());
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto device = pom::dse::devices::find_device(name);
    REQUIRE(device);
    CHECK(device->name == name);
    CHECK(device->lut > 0);
    CHECK(device->memory_bits() > 0);
  }
  CHECK_FALSE(pom::dse::devices::find_device("abacus"));
}

TEST_CASE("devices: xc7z020 has 280 blocks of 18 Kib") {
  CHECK(pom::dse::devices::find_device("xc7z020")->memory_bits() == 280 * 18 * 1024);
}

TEST_CASE("devices: the file that docs/adding-a-device.md shows is all that a device needs") {
  std::ifstream in(std::string(POM_SOURCE_DIR) + "/docs/adding-a-device.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = page.find("```json\n");
  REQUIRE(begin != std::string::npos);
  const std::string text = page.substr(begin + 8, page.find("```", begin + 8) - begin - 8);
  const auto read = pom::dse::devices::read_device(text);
  REQUIRE(std::holds_alternative<pom::dse::devices::Device>(read));
  const auto& device = std::get<pom::dse::devices::Device>(read);
  const auto known = pom::dse::devices::find_device(device.name);
  REQUIRE(known);
  CHECK(device.part == known->part);
  CHECK(device.dsp == known->dsp);
  CHECK(device.lut == known->lut);
  CHECK(device.ff == known->ff);
  CHECK(device.memory_bits() == known->memory_bits());
  CHECK(device.tables != nullptr);
}

TEST_CASE("devices: ordering codes in every package find their chip") {
  for (const auto& [part, name] :
       std::vector<std::pair<std::string, std::string>>{{"xcu200-fsgd2104-2-e", "xcu200"},
                                                        {"xcu250-figd2104-2L-e", "xcu250"},
                                                        {"xc7z045ffg900-2", "xc7z045"},
                                                        {"xc7z045fbg676-1", "xc7z045"},
                                                        {"xczu3eg-sbva484-1-e", "xczu3eg"}}) {
    CAPTURE(part);
    const auto device = pom::dse::devices::find_device_by_part(part);
    REQUIRE(device);
    CHECK(device->name == name);
  }
}
