// Looks at the report from inside and leaves "well", or what is wrong, in the body's data-probe.
(function () {
  "use strict";
  var wrong = [];
  function channel(value) {
    var c = value / 255;
    return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }
  function parse(color) {
    var numbers = color.match(/[\d.]+/g).map(Number);
    return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
  }
  function luminance(rgb) {
    return 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]);
  }
  function background(element) {
    for (var e = element; e && e.nodeType === 1; e = e.parentNode) {
      var color = parse(getComputedStyle(e).backgroundColor);
      if (color.alpha === 1) return color.rgb;
    }
    return [255, 255, 255];
  }
  function checkContrast() {
    Array.prototype.forEach.call(document.querySelectorAll("body *"), function (element) {
      var own = Array.prototype.some.call(element.childNodes, function (n) { return n.nodeType === 3 && n.data.trim(); });
      if (!own || /^(SCRIPT|TITLE|title)$/.test(element.tagName) || !element.getClientRects().length) return;
      var style = getComputedStyle(element), inSvg = element instanceof SVGElement;
      var a = luminance(parse(inSvg ? style.fill : style.color).rgb), b = luminance(background(element));
      var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      // WCAG 2.1, level AA, for text of any size.
      if (ratio < 4.5) wrong.push("contrast " + ratio.toFixed(2) + " of '" + element.textContent.slice(0, 30) + "'");
    });
  }
  function checkWidth() {
    var wide = document.documentElement.scrollWidth - window.innerWidth;
    if (wide > 1) wrong.push("the page is " + wide + " pixels wider than the screen");
  }
  function checkLinks() {
    Array.prototype.forEach.call(document.querySelectorAll("a[href]"), function (link) {
      var to = link.getAttribute("href");
      if (to[0] !== "#" || !document.getElementById(to.slice(1))) wrong.push("a link leads to " + to);
    });
    Array.prototype.forEach.call(document.querySelectorAll("svg, [role=img], [role=region]"), function (element) {
      if (!element.getAttribute("aria-label")) wrong.push("no label on a " + element.tagName);
    });
  }
  function checkKeyboard() {
    var first = document.querySelector(".point");
    if (!first) return;
    first.focus();
    // A window that does not have the system's focus makes an element active without the event.
    if (document.activeElement === first && !document.hasFocus()) first.dispatchEvent(new FocusEvent("focus"));
    if (document.getElementById("readout").textContent !== first.getAttribute("aria-label")) wrong.push("focus shows no design");
    var last = document.querySelectorAll(".plot")[0].querySelectorAll(".point").length - 1;
    first.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    if (document.activeElement.dataset.point !== String(last)) wrong.push("the arrow keys go to " + document.activeElement.dataset.point);
  }
  // Once for each plot, and never for a line of the kernel: who reads with the keyboard comes to the end.
  function checkStops() {
    Array.prototype.forEach.call(document.querySelectorAll(".plot"), function (plot) {
      var stops = plot.querySelectorAll(".point[tabindex='0']").length;
      if (stops !== 1) wrong.push("the Tab key stops " + stops + " times in a plot");
    });
    if (document.querySelector(".kernel .row:not(.pragma) a")) wrong.push("the Tab key stops at lines of the kernel");
  }
  function checkNames() {
    var seen = {};
    Array.prototype.forEach.call(document.querySelectorAll("[id]"), function (element) {
      if (seen[element.id]) wrong.push("two elements are called " + element.id);
      seen[element.id] = true;
    });
  }
  // A word of a type or a place that is broken in its middle cannot be read.
  function checkWords() {
    if (window.innerWidth < 641) return;
    Array.prototype.forEach.call(document.querySelectorAll("td code"), function (code) {
      if (/^[\w.]+(:\d+)?$/.test(code.textContent) && code.textContent.length < 24 && code.getClientRects().length > 1)
        wrong.push("'" + code.textContent + "' is broken");
    });
  }
  function checkGraphs() {
    Array.prototype.forEach.call(document.querySelectorAll(".graph svg"), function (graph) {
      var width = graph.viewBox.baseVal.width, nodes = graph.querySelectorAll(".node").length;
      if (nodes > 12 && graph.querySelectorAll("path.flow, path.order").length === 0) wrong.push("a graph of nodes alone");
      if (width > 4000) wrong.push("a graph is " + width + " pixels wide");
    });
  }
  function checkFigures() {
    if (!document.querySelector(".lanes .iteration")) wrong.push("no timeline");
    if (!document.querySelector(".graph svg .node") && !document.querySelector("ul.edges")) wrong.push("no graph");
    if (!document.querySelector(".kernel .row.pragma .origin")) wrong.push("no pragma with its origin");
    if (document.getElementById("search") && !document.querySelector(".point.chosen")) wrong.push("no chosen design in the plot");
  }
  [checkContrast, checkWidth, checkLinks, checkStops, checkNames, checkWords, checkGraphs, checkKeyboard, checkFigures].forEach(function (check) {
    try { check(); } catch (error) { wrong.push(String(error)); }
  });
  document.body.dataset.probe = wrong.length ? wrong.slice(0, 8).join("; ").replace(/"/g, "'") : "well";
})();
