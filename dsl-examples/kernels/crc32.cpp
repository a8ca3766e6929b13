// CRC-32 of messages of 32 bytes, a byte at a time by way of a table.
#include <cstdint>
#include <vector>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int messages = 8, bytes = 32;
  std::vector<std::uint32_t> remainders;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = rest & 1 ? rest >> 1 ^ 0xEDB88320u : rest >> 1;
    remainders.push_back(rest);
  }

  init("crc32");
  var m("m", 0, messages), n("n", 0, bytes);
  placeholder message("message", {messages, bytes}, p_uint8), crc("crc", {messages}, p_uint32), T("T", {256}, p_uint32);
  T.values(remainders);

  compute start("start", {m}, 0xFFFFFFFFu, crc(m));
  compute step("step", {m, n}, T((crc(m) ^ message(m, n)) & 255) ^ (crc(m) >> 8), crc(m));
  compute finish("finish", {m}, ~crc(m), crc(m));
  step.after(start, m);
  finish.after(step, m);

  step.pipeline(n, 4);
  codegen();
}
