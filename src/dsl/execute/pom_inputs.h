// The input values of libpom's verification: the library draws its inputs with this file, and generated projects ship
// it, so that a test bench runs on the same values. Compiles as C++11; every value is exact in the type that asks for
// it.
#ifndef POM_INPUTS_H
#define POM_INPUTS_H

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace pom_inputs {

typedef std::uint64_t Word;

// How the values of one run are chosen.
enum Strategy {
  ordinary,    // integers ±1 … ±9; floats in [0.5, 1.5): sums stay finite and rounding differs with their order
  full_range,  // zero, extremes, powers of two, equal neighbours, anything; floats of both signs, finite
  special,     // the same, and floats that are zeros of both signs, subnormal, infinite, NaN
  narrow,      // few different values, near each other and near the program's own numbers
  ascending,   // each element is at least the one before
  descending,
  equal  // every element of every array is one value
};

// One run's inputs: a strategy and where its random numbers start.
struct InputSet {
  Strategy strategy;
  Word seed;
};

// An integer of up to 128 bits: the two's complement in two words.
struct Integer {
  Word low, high;
};

// Floating-point numbers of `digits` binary digits with exponents from `lowest` (the least normal number is 2^lowest)
// to `highest` (all are below 2^highest).
struct FloatFormat {
  int digits, lowest, highest;
};

// The values of one array, drawn one after the other. `hints`: numbers of the program; values near them decide.
class Values {
 public:
  Values(const InputSet& set, int array, const double* hints, int hint_count)
      : strategy_(set.strategy),
        state_(set.seed * 1000003u + static_cast<Word>(array)),
        hints_(hints),
        hint_count_(hint_count) {
    if (strategy_ == equal) {
      // All arrays have the same value: a state without the array's number draws it. Zero decides more than others.
      state_ = set.seed;
      if (next() % 4 == 0) return;
    }
    base_ = hint_count_ > 0 && next() % 4 != 0 ? hints_[next() % static_cast<Word>(hint_count_)] : draw(19) - 9.0;
  }

  // The value's low `bits` bits count; the bits above repeat its sign.
  Integer integer(int bits, bool is_signed) {
    previous_ = extend(choose_integer(bits, is_signed), bits, is_signed);
    // The ordinary values are never zero: a product of them tells its factors.
    if (strategy_ == ordinary && is_zero(previous_)) previous_ = extend(from(1), bits, is_signed);
    return previous_;
  }

  // The pattern of a fixed-point number: its fraction is drawn too.
  Integer pattern(int bits, bool is_signed) {
    if (strategy_ != ordinary) return integer(bits, is_signed);
    const Integer drawn = extend(random_bits(), bits, is_signed);
    return is_zero(drawn) ? extend(from(1), bits, is_signed) : drawn;
  }

  double real(const FloatFormat& format) {
    previous_real_ = choose_real(format);
    return previous_real_;
  }

  // In [0, 1), with 53 binary digits: where in a range a value lies.
  double share() { return strategy_ == equal ? 0 : static_cast<double>(next() >> 11) * 1.1102230246251565e-16; }

  // In [low, high], its ends often.
  std::int64_t integer_within(std::int64_t low, std::int64_t high) {
    if (strategy_ == equal) return low;
    const Word choice = next() % 8, span = static_cast<Word>(high) - static_cast<Word>(low) + 1;
    if (choice == 0) return low;
    if (choice == 1) return high;
    return static_cast<std::int64_t>(static_cast<Word>(low) + (span == 0 ? next() : next() % span));
  }

 private:
  // Splitmix64: every seed, also 0, gives a good sequence.
  Word next() {
    state_ += 0x9e3779b97f4a7c15u;
    Word z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  static bool is_zero(const Integer& value) { return value.low == 0 && value.high == 0; }

  double draw(int count) { return static_cast<double>(next() % static_cast<Word>(count)); }

  static Integer from(std::int64_t value) {
    const Integer made = {static_cast<Word>(value), value < 0 ? ~static_cast<Word>(0) : 0};
    return made;
  }

  Integer random_bits() {
    Integer made;
    made.low = next();
    made.high = next();
    return made;
  }

  static Integer power_of_two(int exponent) {
    Integer made = {0, 0};
    (exponent < 64 ? made.low : made.high) = static_cast<Word>(1) << (exponent & 63);
    return made;
  }

  static Integer add(const Integer& a, std::int64_t b) {
    const Integer other = from(b);
    Integer sum = {a.low + other.low, a.high + other.high};
    if (sum.low < a.low) ++sum.high;
    return sum;
  }

  static Integer negate(const Integer& a) {
    const Integer flipped = {~a.low, ~a.high};
    return add(flipped, 1);
  }

  static Integer extend(Integer value, int bits, bool is_signed) {
    const int top = bits - 1;
    const bool ones = is_signed && (((top < 64 ? value.low : value.high) >> (top & 63)) & 1) != 0;
    if (bits < 64) {
      const Word mask = (static_cast<Word>(1) << bits) - 1;
      value.low = ones ? value.low | ~mask : value.low & mask;
    }
    if (bits <= 64) {
      value.high = ones ? ~static_cast<Word>(0) : 0;
    } else if (bits < 128) {
      const Word mask = (static_cast<Word>(1) << (bits - 64)) - 1;
      value.high = ones ? value.high | ~mask : value.high & mask;
    }
    return value;
  }

  // Beyond 64 bits nobody writes a number of the program.
  std::int64_t hint() {
    const double wanted = hint_count_ > 0 ? hints_[next() % static_cast<Word>(hint_count_)] : draw(19) - 9;
    return wanted > -9e18 && wanted < 9e18 ? static_cast<std::int64_t>(wanted) : 0;
  }

  Integer choose_integer(int bits, bool is_signed) {
    switch (strategy_) {
      case ordinary: {
        const std::int64_t size = static_cast<std::int64_t>(draw(9)) + 1;
        return from(is_signed && next() % 2 != 0 ? -size : size);
      }
      case narrow:
        return from(static_cast<std::int64_t>(base_ > -9e18 && base_ < 9e18 ? base_ : 0) +
                    static_cast<std::int64_t>(draw(5)) - 2);
      case equal:
        return from(base_ > -9e18 && base_ < 9e18 ? static_cast<std::int64_t>(base_) : 0);
      case ascending:
      case descending:
        return monotone(bits, is_signed);
      default:
        return any_integer(bits);
    }
  }

  Integer any_integer(int bits) {
    switch (next() % 16) {
      case 0:
        return from(0);
      case 1:  // the lowest of the signed numbers, the middle of the others
        return power_of_two(bits - 1);
      case 2:  // the highest of the signed numbers
        return add(power_of_two(bits - 1), -1);
      case 3:  // -1, and the highest of the others
        return from(-1);
      case 4:
        return power_of_two(static_cast<int>(next() % static_cast<Word>(bits)));
      case 5:
        return negate(power_of_two(static_cast<int>(next() % static_cast<Word>(bits))));
      case 6:
      case 7:
        return previous_;
      case 8:
        return add(previous_, 1);
      case 9:
        return from(static_cast<std::int64_t>(draw(19)) - 9);
      case 10:
      case 11:
        return add(from(hint()), static_cast<std::int64_t>(draw(3)) - 1);
      default:
        return random_bits();
    }
  }

  // Small steps from the lowest value, or from the highest one, for as long as there is room.
  Integer monotone(int bits, bool is_signed) {
    const bool up = strategy_ == ascending;
    if (!started_) {
      started_ = true;
      const Integer lowest = is_signed ? power_of_two(bits - 1) : from(0);
      return up ? lowest : is_signed ? add(lowest, -1) : from(-1);
    }
    const std::int64_t step = static_cast<std::int64_t>(draw(4));
    const Integer stepped = extend(add(previous_, up ? step : -step), bits, is_signed);
    // A step over the end of the type would turn the order round.
    const bool over = up ? is_below(stepped, previous_, is_signed) : is_below(previous_, stepped, is_signed);
    return over ? previous_ : stepped;
  }

  static bool is_below(const Integer& a, const Integer& b, bool is_signed) {
    const Word flip = is_signed ? static_cast<Word>(1) << 63 : 0;
    return a.high != b.high ? (a.high ^ flip) < (b.high ^ flip) : a.low < b.low;
  }

  // To the nearest number of the format; ties to even.
  static double rounded(double value, const FloatFormat& format) {
    if (value == 0) return value;
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    if (exponent > format.highest || exponent <= format.lowest) return 0;
    return std::ldexp(std::nearbyint(std::ldexp(fraction, format.digits)), exponent - format.digits);
  }

  // ± 1.ddd × 2^exponent with random digits.
  double with_exponent(int exponent, const FloatFormat& format) {
    const double digits =
        static_cast<double>((next() >> (65 - format.digits)) | (static_cast<Word>(1) << (format.digits - 1)));
    const double size = std::ldexp(digits, exponent - format.digits + 1);
    return next() % 2 != 0 ? -size : size;
  }

  double choose_real(const FloatFormat& format) {
    switch (strategy_) {
      case ordinary:
        return std::ldexp(static_cast<double>(next() >> (65 - format.digits)), 1 - format.digits) + 0.5;
      case narrow:
        return rounded(base_ + (draw(5) - 2) * (next() % 2 != 0 ? 1.0 : 0.0078125), format);
      case equal:
        return rounded(base_, format);
      case ascending:
      case descending: {
        if (!started_) {
          started_ = true;
          return strategy_ == ascending ? -64.0 : 64.0;
        }
        const double step = draw(4) * 0.25;
        return rounded(previous_real_ + (strategy_ == ascending ? step : -step), format);
      }
      case special:
        if (next() % 2 != 0) return special_real(format);
        return any_real(format);
      default:
        return any_real(format);
    }
  }

  double any_real(const FloatFormat& format) {
    switch (next() % 8) {
      case 0:
        return 0.0;
      case 1:
        return previous_real_ - previous_real_ == 0 ? previous_real_ : 1.0;
      case 2:
        return rounded(hint_count_ > 0 ? hints_[next() % static_cast<Word>(hint_count_)] : 1.0, format);
      case 3:
        return draw(19) - 9;
      case 4:
        return with_exponent(static_cast<int>(draw(13)) - 6 + (next() % 8 == 0 ? format.highest / 4 : 0), format);
      default:
        return with_exponent(static_cast<int>(draw(6)) - 4, format);
    }
  }

  double special_real(const FloatFormat& format) {
    const double largest = std::ldexp(2.0 - std::ldexp(1.0, 1 - format.digits), format.highest - 1);
    const double infinity = HUGE_VAL;
    switch (next() % 10) {
      case 0:
        return -0.0;
      case 1:
        return infinity;
      case 2:
        return -infinity;
      case 3:
        return infinity - infinity;
      case 4:
        return largest;
      case 5:
        return -largest;
      case 6:  // the least normal number
        return std::ldexp(1.0, format.lowest);
      case 7:  // the least subnormal number
        return std::ldexp(1.0, format.lowest - format.digits + 1);
      case 8:  // some subnormal number
        return std::ldexp(draw(100) + 1, format.lowest - format.digits + 1);
      default:
        return 0.0;
    }
  }

  Strategy strategy_;
  Word state_;
  const double* hints_;
  int hint_count_;
  double base_ = 0;  // of the narrow values
  Integer previous_ = {0, 0};
  double previous_real_ = 0;
  bool started_ = false;
};

}  // namespace pom_inputs

#endif
