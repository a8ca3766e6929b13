// Points of the Pareto plots: what one shows the other shows too; arrow keys go from design to design.
// Large graphs are shown from their first node. Details open for print, but for tables of numbers.
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
      own.forEach(function (other) { other.setAttribute("tabindex", other === next ? "0" : "-1"); });
      next.focus();
    });
  });
  // A graph larger than its frame begins where its first node is.
  Array.prototype.forEach.call(document.querySelectorAll(".graph"), function (frame) {
    var node = frame.querySelector(".node");
    if (!node) return;
    var at = node.getBoundingClientRect(), around = frame.getBoundingClientRect();
    frame.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
    frame.scrollTop += at.top - around.top - 16;
  });
  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = Array.prototype.slice.call(document.querySelectorAll("details:not([open]):not(.fold)"));
    closed.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (details) { details.open = false; });
  });
})();
