"use strict";
// The board, read-only: draws what the table's machine sends, and comes back by itself when the phone slept.
const WORDS = {
  zh: { owes: "邊個欠邊個", board: "拉數板", log: "記錄", transfers: "埋單", none: "冇人欠數", live: "即時", lost: "斷咗線，重駁緊…", waiting: "等開檯", dealer: "莊", now: "現", owed: "未找", pulls: (n) => n + "口", debtor: "欠╲收", owe: (d, c, a, n) => [d, " 欠 ", c, " ", a, "（" + n + "口）"], pay: (d, c, a) => [d, " 俾 ", c, " ", a], stakes: (b, p) => "底 " + b + "　番 " + p, streak: (n) => "連" + n, settled: "已埋單", other: "EN", closed: "牌檯已收咗" },
  en: { owes: "Who owes whom", board: "Ledger", log: "Log", transfers: "Settle-up", none: "Nobody owes anything", live: "live", lost: "connection lost, retrying…", waiting: "waiting for a night", dealer: "dealer", now: "now", owed: "pulled", pulls: (n) => "×" + n, debtor: "owes╲to", owe: (d, c, a, n) => [d, " owes ", c, " ", a, n === 1 ? " (1 pull)" : " (" + n + " pulls)"], pay: (d, c, a) => [d, " pays ", c, " ", a], stakes: (b, p) => "base " + b + " · per fan " + p, streak: (n) => "streak " + n, settled: "settled", other: "中", closed: "closed at the table" },
};
const $ = (id) => document.getElementById(id);
let lang = "zh";
try { lang = localStorage.getItem("taipai-lang") || (navigator.language.startsWith("zh") ? "zh" : "en"); } catch { lang = navigator.language.startsWith("zh") ? "zh" : "en"; }
let board = null;
let socket = null;
let retry = 300;
let timer = 0;
let alive = 0;

function el(tag, cls, ...children) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  node.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}
const money = (n) => (n > 0 ? "+" + n : n < 0 ? "−" + -n : "0");
const tone = (n) => (n > 0 ? "up" : n < 0 ? "down" : "");
const bold = (text) => el("b", "", text);

function draw() {
  const w = WORDS[lang];
  document.documentElement.lang = lang === "zh" ? "zh-HK" : "en";
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = w[node.dataset.t];
  $("lang").textContent = w.other;
  if (!board || !board.players) { $("round").textContent = w.waiting; return; }
  const names = board.players;
  $("round").textContent = board.settled ? w.settled : board.round[lang];
  $("streak").textContent = board.streak && !board.settled ? w.streak(board.streak) : "";
  $("stakes").textContent = board.date + "　" + w.stakes(board.stakes.base, board.stakes.per_fan);
  $("seats").replaceChildren(...names.map((name, seat) => {
    const deals = seat === board.dealer && !board.settled;
    return el("div", "panel seat" + (deals ? " dealer" : ""),
      el("div", "name", (seat + 1) + " " + name),
      el("div", "sum", el("span", tone(board.totals[seat]), money(board.totals[seat])), ...(deals ? [el("span", "deals", "● " + w.dealer)] : [])),
      el("div", "owed", w.owed + " " + money(board.owed[seat]) + " → " + money(board.totals[seat] + board.owed[seat])));
  }));
  $("owes").replaceChildren(...(board.debts.length
    ? board.debts.map((d) => el("li", "", ...w.owe(bold(names[d.from]), bold(names[d.to]), bold(d.amount), d.pulls)))
    : [el("li", "note", w.none)]));
  const head = el("tr", "", el("th", "corner", w.debtor), ...names.map((name) => el("th", "", name)));
  const rows = names.map((name, from) => el("tr", "", el("th", "", name), ...names.map((_, to) => {
    const debt = board.debts.find((d) => d.from === from && d.to === to);
    if (!debt) return el("td", "", from === to ? "╲" : "·");
    return el("td", "debt", debt.amount, el("small", "", w.pulls(debt.pulls)));
  })));
  $("board").replaceChildren(head, ...rows);
  $("settle").hidden = !board.settled;
  $("transfers").replaceChildren(...(board.transfers || []).map((t) => el("li", "", ...w.pay(bold(names[t.from]), bold(names[t.to]), bold(t.amount)))));
  $("log").replaceChildren(...board.log.map((line) => el("li", "", line[lang], ...(line[lang + "_moves"] || []).map((move) => el("div", "move", move)))));
}

function state(name) {
  const node = $("state");
  node.textContent = WORDS[lang][name];
  node.classList.toggle("lost", name !== "live");
  node.dataset.state = name;
}

function connect() {
  clearTimeout(timer);
  if (socket) { socket.onclose = null; socket.close(); }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(scheme + "//" + location.host + location.pathname + "live");
  socket = mine;
  mine.onopen = () => { retry = 300; alive = Date.now(); state("live"); };
  mine.onmessage = (event) => { alive = Date.now(); board = JSON.parse(event.data); draw(); };
  mine.onclose = (event) => {
    if (socket !== mine) return;
    state("lost");
    if (event.code === 1008) { state("closed"); return; }
    timer = setTimeout(connect, retry);
    retry = Math.min(retry * 2, 3000);
  };
}

// A phone that slept keeps a dead socket for minutes: when it is looked at again, ask anew.
document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
window.addEventListener("online", connect);
window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
$("lang").addEventListener("click", () => {
  lang = lang === "zh" ? "en" : "zh";
  try { localStorage.setItem("taipai-lang", lang); } catch { /* a private window forgets; no harm */ }
  state($("state").dataset.state || "lost");
  draw();
});
draw();
connect();
