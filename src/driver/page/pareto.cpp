#include "driver/page/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pom::driver {

using html::Json;
using html::number;
using html::pixels;

namespace {

// The plot's frame in pixels: as wide as a phone shows without scrolling.
constexpr double width = 360, height = 240, left = 58, right = 16, top = 14, bottom = 40;

/// "264k": an axis has no room for more.
std::string short_number(double value) {
  struct Unit {
    double size;
    const char* suffix;
  };
  for (const Unit& unit : {Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}}) {
    if (value >= unit.size) {
      char text[32];
      std::snprintf(text, sizeof text, "%.3g%s", value / unit.size, unit.suffix);
      return text;
    }
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// Where values stand along one axis.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool logarithmic = false;

  double place(double value) const {
    const auto map = [&](double v) { return logarithmic ? std::log(std::max(v, 1.0)) : v; };
    const double span = map(high) - map(low);
    return from + (span > 0 ? (map(value) - map(low)) / span : 0.5) * (to - from);
  }
};

Scale latency_scale(const Json& points) {
  double low = 1e300, high = 1;
  for (const Json& point : points) {
    low = std::min(low, point.at("latency").get<double>());
    high = std::max(high, point.at("latency").get<double>());
  }
  // A tenth of a decade of air on both sides.
  return {std::max(1.0, low / 1.25), high * 1.25, height - bottom, top, true};
}

/// Round values between two others: multiples of 1, 2 or 5 times a power of ten, at most six.
std::vector<double> round_values(double low, double high) {
  constexpr int most = 6;
  double step = std::pow(10.0, std::floor(std::log10(std::max(high - low, 1.0) / most)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if ((high - low) / (step * factor) > most) continue;
    step *= factor;
    break;
  }
  std::vector<double> values;
  for (double value = std::ceil(low / step) * step; value <= high; value += step) values.push_back(value);
  return values;
}

/// The same for a logarithmic axis: powers of ten, with twice and five times them where there are few.
std::vector<double> round_powers(double low, double high) {
  std::vector<double> values;
  const bool few = high / low < 1e3;
  for (double power = std::pow(10.0, std::floor(std::log10(low))); power <= high; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = power * factor;
      if (value >= low && value <= high && (few || factor == 1.0)) values.push_back(value);
    }
  }
  return values;
}

std::string axes(const Scale& x, const Scale& y, const std::string& title) {
  std::string text = "<g class=\"axis\">\n";
  for (const double up : round_powers(y.low, y.high)) {
    text += "<line x1=\"" + pixels(left) + "\" x2=\"" + pixels(width - right) + "\" y1=\"" + pixels(y.place(up)) +
            "\" y2=\"" + pixels(y.place(up)) + "\"/><text class=\"y\" x=\"" + pixels(left - 6) + "\" y=\"" +
            pixels(y.place(up) + 4) + "\">" + short_number(up) + "</text>\n";
  }
  for (const double across : round_values(x.low, x.high)) {
    text += "<text class=\"x\" x=\"" + pixels(x.place(across)) + "\" y=\"" + pixels(height - bottom + 16) + "\">" +
            short_number(across) + "</text>\n";
  }
  return text + "<text class=\"title\" x=\"" + pixels((left + width - right) / 2) + "\" y=\"" + pixels(height - 6) +
         "\">" + title + "</text><text class=\"title\" transform=\"translate(12 " +
         pixels((top + height - bottom) / 2) + ") rotate(-90)\">cycles (log)</text></g>\n";
}

bool is_chosen(const Json& point, const Json& report) {
  const Json& design = report.at("design");
  return point.at("latency") == design.at("latency") &&
         std::fabs(point.at("dsp").get<double>() - design.at("dsp").get<double>()) < 1 &&
         std::fabs(point.at("lut").get<double>() - design.at("lut").get<double>()) < 1;
}

std::string describe(const Json& point, const Json& report) {
  std::string text = number(point.at("latency").get<double>()) + " cycles, " +
                     number(std::ceil(point.at("dsp").get<double>())) + " DSP, " +
                     number(std::ceil(point.at("lut").get<double>())) + " LUT, " +
                     number(std::ceil(point.at("ff").get<double>())) + " FF, " +
                     number(std::ceil(point.at("bram18").get<double>())) + " BRAM18";
  return text + (is_chosen(point, report) ? " (chosen)" : "");
}

}  // namespace

std::string pareto_plot(const Json& report, const char* key, const char* title) {
  const Json& points = report.at("pareto");
  const double has = report.at("device_resources").at(key);
  double most = has;
  for (const Json& point : points) most = std::max(most, point.at(key).get<double>());
  const Scale x{0, std::max(most, 1.0) * 1.05, left, width - right, false}, y = latency_scale(points);
  std::string dots, line;
  std::size_t first_stop = 0;
  for (std::size_t n = points.size(); n > 0; --n) {
    if (is_chosen(points[n - 1], report)) first_stop = n - 1;
  }
  for (std::size_t n = 0; n < points.size(); ++n) {
    const Json& point = points[n];
    const std::string cx = pixels(x.place(point.at(key))), cy = pixels(y.place(point.at("latency")));
    const std::string words = html::escape(describe(point, report));
    // One stop of the Tab key for each plot; arrow keys go on from there.
    dots += "<circle tabindex=\"" + std::string(n == first_stop ? "0" : "-1") + "\" role=\"img\" class=\"point" +
            std::string(is_chosen(point, report) ? " chosen" : "") + "\" data-point=\"" + std::to_string(n) +
            "\" cx=\"" + cx + "\" cy=\"" + cy + "\" r=\"" + (is_chosen(point, report) ? "7" : "5") +
            "\" aria-label=\"" + words + "\"><title>" + words + "</title></circle>\n";
  }
  if (has > 0) {
    const std::string limit = pixels(x.place(has));
    line = "<line class=\"limit\" x1=\"" + limit + "\" x2=\"" + limit + "\" y1=\"" + pixels(top) + "\" y2=\"" +
           pixels(height - bottom) + "\"/>\n";
  }
  return "<figure class=\"plot\"><figcaption>Cycles against " + std::string(title) +
         "</figcaption><svg viewBox=\"0 0 " + pixels(width) + " " + pixels(height) +
         "\" role=\"group\" aria-label=\"Cycles against " + title + "\">\n" +
         axes(x, y, std::string(title) + (has > 0 ? " (dashed: the device)" : "")) + line + dots + "</svg></figure>\n";
}

}  // namespace pom::driver
