#pragma once
#include <cmath>

#include "arguments.hpp"

namespace polybench::reference {

inline void deriche(Dataset dataset, Arguments& a) {
  const int W = pick(dataset, 64, 192, 720, 4096, 7680);
  const int H = pick(dataset, 64, 128, 480, 2160, 4320);
  const float* imgIn = a.array<float>("imgIn");
  float* imgOut = a.array<float>("imgOut");
  float* y1 = a.array<float>("y1");
  float* y2 = a.array<float>("y2");
  const float alpha = 0.25f;
  const float k = (1.0f - std::exp(-alpha)) * (1.0f - std::exp(-alpha)) /
                  (1.0f + 2.0f * alpha * std::exp(-alpha) - std::exp(2.0f * alpha));
  const float a1 = k, a2 = k * std::exp(-alpha) * (alpha - 1.0f);
  const float a3 = k * std::exp(-alpha) * (alpha + 1.0f), a4 = -k * std::exp(-2.0f * alpha);
  const float b1 = std::pow(2.0f, -alpha), b2 = -std::exp(-2.0f * alpha);

  // Line by line: `lines` of `points` elements; elements are `step` apart, lines `stride`.
  const auto forwards = [&](const float* in, int lines, int points, int stride, int step, float& x1) {
    float &out1 = *a.array<float>("ym1"), &out2 = *a.array<float>("ym2");
    for (int line = 0; line < lines; ++line) {
      out1 = out2 = x1 = 0.0f;
      for (int n = 0; n < points; ++n) {
        const int at = line * stride + n * step;
        y1[at] = a1 * in[at] + a2 * x1 + b1 * out1 + b2 * out2;
        x1 = in[at];
        out2 = out1;
        out1 = y1[at];
      }
    }
  };
  const auto backwards = [&](const float* in, int lines, int points, int stride, int step, float& x1, float& x2) {
    float &out1 = *a.array<float>("yp1"), &out2 = *a.array<float>("yp2");
    for (int line = 0; line < lines; ++line) {
      out1 = out2 = x1 = x2 = 0.0f;
      for (int n = points - 1; n >= 0; --n) {
        const int at = line * stride + n * step;
        y2[at] = a3 * x1 + a4 * x2 + b1 * out1 + b2 * out2;
        x2 = x1;
        x1 = in[at];
        out2 = out1;
        out1 = y2[at];
      }
    }
  };
  const auto add = [&] {
    for (int at = 0; at < W * H; ++at) imgOut[at] = y1[at] + y2[at];
  };

  forwards(imgIn, W, H, H, 1, *a.array<float>("xm1"));
  backwards(imgIn, W, H, H, 1, *a.array<float>("xp1"), *a.array<float>("xp2"));
  add();
  forwards(imgOut, H, W, 1, H, *a.array<float>("tm1"));
  backwards(imgOut, H, W, 1, H, *a.array<float>("tp1"), *a.array<float>("tp2"));
  add();
}

}  // namespace polybench::reference
