// What the page of assay report does beyond what it says: keys, a filter, copying, themes.
// All of it is there without this script.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  const findings = [...document.querySelectorAll(".finding")];
  const headOf = (finding) => finding.querySelector("summary");
  const shown = () => findings.filter((finding) => !finding.hidden);
  const say = (text) => { $("said").textContent = text; };

  // ---- Light and dark.

  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const showTheme = () => {
    $("theme").textContent = isDark() ? "light" : "dark";
    $("theme").setAttribute("aria-pressed", String(isDark()));
  };
  const setTheme = (theme) => {
    root.dataset.theme = theme;
    try { localStorage.setItem("assay-report-theme", theme); } catch { /* not kept, then */ }
    showTheme();
  };
  const switchTheme = () => setTheme(isDark() ? "light" : "dark");
  try {
    const kept = localStorage.getItem("assay-report-theme");
    if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  } catch { /* the system's, then */ }
  system.addEventListener("change", showTheme);
  $("theme").addEventListener("click", switchTheme);
  $("theme").hidden = false;
  showTheme();

  // ---- The filter: findings that have all the words.

  const words = $("words");
  const texts = new Map();
  const textOf = (finding) => {
    if (!texts.has(finding)) texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };
  const filter = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const finding of findings)
      finding.hidden = !wanted.every((word) => textOf(finding).includes(word));
    $("shown").textContent = wanted.length ? `${shown().length} of ${findings.length}` : "";
  };
  if (words) {
    $("filter").hidden = false;
    words.addEventListener("input", filter);
  }

  // ---- Copying.

  const copyOld = (code) => {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand("copy");
  };
  const copy = async (button) => {
    const code = button.previousElementSibling;
    let good = true;
    try { await navigator.clipboard.writeText(code.textContent); } catch { good = copyOld(code); }
    button.textContent = good ? "copied" : "not copied";
    say(good ? "copied" : "it could not be copied");
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  };
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }

  // ---- Keys.

  const current = () => findings.findIndex((finding) => finding.contains(document.activeElement));
  const go = (step) => {
    const all = shown();
    const at = all.indexOf(findings[current()]);
    const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
    if (!all[next]) return;
    headOf(all[next]).focus({ preventScroll: true });
    headOf(all[next]).scrollIntoView({ block: "nearest" });
  };
  const openAll = () => {
    const open = shown().some((finding) => !finding.open);
    for (const finding of shown()) finding.open = open;
  };
  const copyReplay = () => {
    const finding = findings[Math.max(current(), 0)];
    const buttons = finding ? finding.querySelectorAll(".copy") : [];
    if (buttons.length) copy(buttons[buttons.length - 1]);
  };
  const keys = $("keys");
  const showKeys = () => keys.showModal();
  $("help").hidden = false;
  $("help").addEventListener("click", showKeys);
  const actions = {
    j: () => go(1),
    k: () => go(-1),
    o: openAll,
    c: copyReplay,
    t: switchTheme,
    "?": showKeys,
    "/": () => words && words.focus(),
  };
  const leaveFilter = (event) => {
    if (event.key === "Escape") {
      words.value = "";
      filter();
    }
    if (event.key === "Escape" || event.key === "Enter" || event.key === "ArrowDown") {
      words.blur();
      go(1);
      event.preventDefault();
    }
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
    if (event.target === words) {
      leaveFilter(event);
      return;
    }
    let key = event.key;
    if (current() >= 0 && key === "ArrowDown") key = "j";
    if (current() >= 0 && key === "ArrowUp") key = "k";
    if (!Object.hasOwn(actions, key)) return;
    event.preventDefault();
    actions[key]();
  });

  // ---- On paper all is open.

  const before = new Map();
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) {
      before.set(details, details.open);
      details.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const [details, open] of before) details.open = open;
    before.clear();
  });
  const named = location.hash && $(location.hash.slice(1));
  if (named && named.classList.contains("finding")) named.open = true;
})();
