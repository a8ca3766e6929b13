#pragma once
// What the programs that hold a generated kernel against an independent reference have in common: random contents and
// comparison.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

/// Rounds of random contents that each kernel is run with.
constexpr int rounds = 20;

/// Random contents; the same in every run, since a fixed seed makes a failure one that can be repeated.
class Contents {
 public:
  /// Any value from low to high, both included.
  template <class T, class Bound>
  void fill(T& target, Bound low, Bound high) {
    if constexpr (std::is_array_v<T>) {
      for (auto& element : target) fill(element, low, high);
    } else if constexpr (std::is_floating_point_v<T>) {
      target = static_cast<T>(std::uniform_real_distribution<double>(low, high)(engine_));
    } else {
      target = static_cast<T>(std::uniform_int_distribution<long long>(low, high)(engine_));
    }
  }

  /// Any value of the element type; floats from -100 to 100.
  template <class T>
  void fill(T& target) {
    using Element = std::remove_all_extents_t<T>;
    if constexpr (std::is_floating_point_v<Element>) {
      fill(target, -100.0, 100.0);
    } else {
      fill(target, static_cast<long long>(std::numeric_limits<Element>::min()),
           static_cast<long long>(std::numeric_limits<Element>::max()));
    }
  }

 private:
  std::mt19937_64 engine_{20240601};
};

/// Counts what differs and tells of the first few.
class Comparison {
 public:
  /// Equal, or floats within the relative error `tolerance` (absolute below 1).
  template <class T>
  void equal(const std::string& name, const T& expected, const T& actual, double tolerance = 0) {
    if constexpr (std::is_array_v<T>) {
      for (std::size_t n = 0; n < std::extent_v<T>; ++n)
        equal(name + "[" + std::to_string(n) + "]", expected[n], actual[n], tolerance);
    } else {
      const double a = static_cast<double>(expected), b = static_cast<double>(actual);
      if (expected == actual || std::fabs(a - b) <= tolerance * std::fmax(1, std::fabs(a))) return;
      if (++differences_ <= 5) std::cout << name << " is " << b << ", expected " << a << "\n";
    }
  }

  /// The program's exit status.
  int result() const {
    std::cout << (differences_ == 0 ? "the kernel agrees with its reference\n" : "the kernel differs\n");
    return differences_ == 0 ? 0 : 1;
  }

 private:
  int differences_ = 0;
};
