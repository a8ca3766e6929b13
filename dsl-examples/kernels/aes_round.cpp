// One round of AES on several blocks: bytes are replaced by way of the S-box, rows are turned, columns mixed, and the
// round's key is added.
#include <array>

#include <pom/pom.hpp>
using namespace pom;

namespace {

int times_two(int a) { return (a << 1) ^ (a & 128 ? 0x11b : 0); }

int product(int a, int b) {
  int sum = 0;
  for (; b != 0; b >>= 1, a = times_two(a)) sum ^= b & 1 ? a : 0;
  return sum;
}

/// The inverse in the field of 256 elements, then an affine map of its bits.
std::array<int, 256> make_s_box() {
  std::array<int, 256> box{};
  for (int a = 0; a < 256; ++a) {
    int inverse = 0;
    for (int b = 1; b < 256; ++b) inverse = product(a, b) == 1 ? b : inverse;
    const auto turned = [&](int by) { return (inverse << by | inverse >> (8 - by)) & 255; };
    box[a] = inverse ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63;
  }
  return box;
}

expr doubled(const expr& a) { return cast((a << 1) ^ ((a >> 7) * 0x1b), p_uint8); }

}  // namespace

int main() {
  constexpr int blocks = 8;
  init("aes_round");
  var b("b", 0, blocks), c("c", 0, 4), r("r", 0, 4);
  placeholder state("state", {blocks, 16}, p_uint8), key("key", {16}, p_uint8), out("out", {blocks, 16}, p_uint8),
      turned("turned", {4, 4}, p_uint8), S("S", {256}, p_uint8);
  S.values(make_s_box());
  turned.local();

  compute replace("replace", {b, c, r}, S(state(b, r + 4 * ((c + r) % 4))), turned(c, r));
  const auto byte = [&](int n) { return turned(c, (r + n) % 4); };
  const expr mixed = doubled(byte(0)) ^ doubled(byte(1)) ^ byte(1) ^ byte(2) ^ byte(3);
  compute mix("mix", {b, c, r}, cast(mixed ^ key(4 * c + r), p_uint8), out(b, 4 * c + r));
  mix.after(replace, b);

  replace.pipeline(c, 4);
  mix.pipeline(c, 2);
  turned.partition({1, 4}, "complete");
  codegen();
}
