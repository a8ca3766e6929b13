// Points of the Pareto plots: what one shows the other shows too; arrow keys go from design to design. Details open for print.
(function () {
  "use strict";
  var points = Array.prototype.slice.call(document.querySelectorAll(".point"));
  var readout = document.getElementById("readout");
  function show(point) {
    points.forEach(function (other) {
      other.classList.toggle("shown", other.dataset.point === point.dataset.point);
    });
    if (readout) readout.textContent = point.getAttribute("aria-label");
  }
  points.forEach(function (point) {
    point.addEventListener("mouseenter", function () { show(point); });
    point.addEventListener("focus", function () { show(point); });
    point.addEventListener("click", function () { point.focus(); });
    point.addEventListener("keydown", function (event) {
      var step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      var own = points.filter(function (other) { return other.ownerSVGElement === point.ownerSVGElement; });
      var next = own[(own.indexOf(point) + step + own.length) % own.length];
      next.focus();
    });
  });
  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    closed.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (details) { details.open = false; });
  });
})();
