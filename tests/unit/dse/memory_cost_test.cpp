#include "facts.hpp"

using namespace pom::dse;
using namespace pom::dse::devices;
using namespace pom::dse::test;

namespace {

MemoryCost bram(const std::string& part, const std::string& version, std::int64_t words, int bits,
                bool true_dual = false) {
  const Site at = site(part, 10, version);
  return find_memory(at.target, {.words = words, .bits = bits, .true_dual = true_dual});
}

}  // namespace

TEST_CASE("memories: large arrays are sliced (laws.md: 16384 x 24 takes 22, 100352 x 7 takes 43)") {
  CHECK(bram("xczu3eg-sbva484-1-e", "2025.1.1", 16384, 24).bram_18k == 22);
  CHECK(bram("xcu280-fsvh2892-2L-e", "2023.2", 100352, 7).bram_18k == 43);
  CHECK(bram("xcu280-fsvh2892-2L-e", "2023.2", 31008, 32).bram_18k == 61);
}

TEST_CASE("memories: the smallest count over a block's widths") {
  CHECK(bram("xc7z020", "2022.2", 512, 36).bram_18k == 1);
  CHECK(bram("xc7z020", "2022.2", 1024, 32).bram_18k == 2);
  CHECK(bram("xczu3eg", "2025.1", 2048, 24).bram_18k == 3);
  CHECK(bram("xczu9eg", "2024.1", 3136, 32).bram_18k == 8);
}

TEST_CASE("memories: two writing ports use a block 18 wide") {
  CHECK(bram("xczu9eg", "2023.2", 32, 32).bram_18k == 1);
  CHECK(bram("xczu9eg", "2023.2", 32, 32, true).bram_18k == 2);
}

TEST_CASE("memories: ping-pong doubles the depth") {
  const Site at = site("xcu280", 5, "2023.2");
  CHECK(find_memory(at.target, {.words = 36000, .bits = 32, .ping_pong = true}).bram_18k == 141);
  CHECK(find_memory(at.target, {.words = 4096, .bits = 32, .ping_pong = true}).bram_18k == 16);
}

TEST_CASE("memories: small ones are LUTRAM, by family and release") {
  const MemoryCost zynq = bram("xc7z020", "2024.2", 256, 3);
  CHECK(zynq.kind == MemoryCost::Kind::lutram);
  CHECK(zynq.lut == 12);
  CHECK(zynq.ff == 3);
  CHECK(bram("xc7z020", "2024.2", 256, 4).bram_18k == 1);
  const MemoryCost u55c = bram("xcu55c", "2022.2.2", 40, 64);
  CHECK(u55c.kind == MemoryCost::Kind::lutram);
  CHECK(u55c.lut == 65);
  CHECK(bram("xcu280", "2023.2", 180, 32).bram_18k == 1);
}

TEST_CASE("memories: what one URAM holds is one on a UltraScale+ with URAM, deeper ones are blocks") {
  CHECK(bram("xcu55c", "2022.2.2", 4096, 32).uram == 1);
  // A process of 64 memories of 4096 x 32 reports 64 URAM, one of 8192 x 32 reports 16 BRAM for each.
  CHECK(bram("xcu280", "2023.2", 4096, 32).uram == 1);
  CHECK(bram("xcu280", "2023.2", 8192, 32).bram_18k == 16);
}

TEST_CASE("memories: bind_storage is obeyed") {
  const Site at = site("xcu280", 5, "2023.2");
  CHECK(find_memory(at.target, {.words = 16, .bits = 8, .storage = "bram"}).bram_18k == 1);
  CHECK(find_memory(at.target, {.words = 512, .bits = 8, .storage = "lutram"}).lut == 65);
  CHECK(find_memory(at.target, {.words = 8192, .bits = 72, .storage = "uram"}).uram == 2);
}

TEST_CASE("memories: more words or wider words never take less") {
  for (const char* part : {"xc7z020", "xczu9eg", "xcu280"}) {
    const Site at = site(part, 10, "2023.2");
    for (const int bits : {1, 7, 8, 18, 24, 32, 36, 64, 100}) {
      std::int64_t before = 0;
      for (std::int64_t words = 2; words < 8192; words *= 2) {
        const MemoryCost cost = find_memory(at.target, {.words = words, .bits = bits, .storage = "bram"});
        CHECK(cost.bram_18k >= before);
        CHECK(cost.bram_18k * 18432 >= words * bits);
        before = cost.bram_18k;
      }
    }
  }
}

TEST_CASE("memories: senseless keys have finite costs") {
  const Site at = site("xc7z020", 10, "2022.1");
  for (const std::int64_t words : {std::int64_t{-5}, std::int64_t{0}, std::int64_t{1} << 62}) {
    for (const int bits : {-1, 0, 1 << 30}) {
      for (const char* storage : {"", "bram", "lutram", "uram", "?"}) {
        const MemoryCost cost =
            find_memory(at.target, {.words = words, .bits = bits, .ping_pong = true, .storage = storage});
        CHECK(cost.bram_18k >= 0);
        CHECK(cost.lut >= 0);
        CHECK(find_fifo(at.target, words, bits, storage).ff >= 0);
      }
    }
  }
}

TEST_CASE("FIFOs: shift registers, LUTRAM, at most one block") {
  const Site at = site("xcu280", 5, "2023.2");
  CHECK(find_fifo(at.target, 10, 8, "").bram_18k == 0);
  CHECK(find_fifo(at.target, 10, 8, "").ff == 7);
  CHECK(find_fifo(at.target, 128, 32, "").ff == 121);
  CHECK(find_fifo(at.target, 200, 32, "").bram_18k == 1);
  CHECK(find_fifo(at.target, 50176, 32, "").bram_18k == 1);
  CHECK(find_fifo(at.target, 250, 32, "").lut == 70);
  CHECK(find_fifo(at.target, 50176, 32, "").lut == 78);
}

TEST_CASE("multiplexers: by number of inputs (laws.md: 2, 3, 4, 5, 9, 17)") {
  const Site at = site("xcu280", 5, "2023.2");
  const int expected[][2] = {{1, 0}, {2, 9}, {3, 14}, {4, 20}, {5, 26}, {9, 49}, {17, 81}};
  for (const auto& [inputs, lut] : expected) CHECK(multiplexer_lut(at.target, inputs, 32) == lut);
  for (int n = 1; n < 1000; ++n) CHECK(multiplexer_lut(at.target, n + 1, 32) >= multiplexer_lut(at.target, n, 32));
}
