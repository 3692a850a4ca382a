"use strict";
// Takes a picture with the phone's own camera, shrinks it where that loses nothing, sends it, and shows what was read.
const WORDS = {
  zh: { title: "影副牌", how: "十七隻牌排好，影晒成副牌，唔好反光。", take: "影相", pick: "揀相簿入面嘅相", shrink: "整細張相…", sending: "傳送緊…", reading: "睇緊牌…", failed: "傳唔到，再試", done: "讀到：", confirm: "請喺檯面部機確認。", other: "EN" },
  en: { title: "Photograph a hand", how: "Lay the 17 tiles in rows, fill the picture, avoid glare.", take: "Take a picture", pick: "Choose from the album", shrink: "preparing…", sending: "sending…", reading: "reading…", failed: "could not send; try again", done: "Read: ", confirm: "Confirm it on the table's screen.", other: "中" },
};
const LONG_SIDE = 2600; // a tile still has several times the pixels the reader looks at
const QUALITY = 0.92;
const $ = (id) => document.getElementById(id);
let lang = "zh";
try { lang = localStorage.getItem("taipai-lang") || (navigator.language.startsWith("zh") ? "zh" : "en"); } catch { lang = navigator.language.startsWith("zh") ? "zh" : "en"; }

function words() {
  document.documentElement.lang = lang === "zh" ? "zh-HK" : "en";
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = WORDS[lang][node.dataset.t];
  $("lang").textContent = WORDS[lang].other;
}
function say(text, bad) { $("state").textContent = text; $("state").className = bad ? "bad" : ""; }

const told = (body) => (body && ((lang === "zh" && body.message_zh) || body.message)) || WORDS[lang].failed;

async function shrink(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = LONG_SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1 && file.size < 4e6) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * Math.min(1, scale));
    canvas.height = Math.round(picture.height * Math.min(1, scale));
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return small && small.size < file.size ? small : file;
  } catch {
    return file; // a kind this browser cannot open: send it as it is
  }
}

function post(body) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", location.pathname + "photo");
    request.responseType = "json";
    request.timeout = 40000;
    request.upload.onprogress = (event) => { if (event.lengthComputable) $("progress").value = (100 * event.loaded) / event.total; };
    request.onload = () => (request.status === 202 ? done(request.response) : fail(new Error(told(request.response))));
    request.onerror = request.ontimeout = () => fail(new Error(WORDS[lang].failed));
    request.send(body);
  });
}

async function answer(number) {
  for (let tries = 0; tries < 10; tries++) {
    const response = await fetch(location.pathname + "photo/" + number, { cache: "no-store" });
    const body = await response.json();
    if (!body.waiting) return body;
  }
  return { ok: false, message: WORDS[lang].failed };
}

async function send(file) {
  if (!file) return;
  const w = WORDS[lang];
  for (const id of ["take", "pick"]) $(id).disabled = true;
  $("tiles").replaceChildren();
  const progress = $("progress");
  progress.hidden = false;
  progress.value = 0;
  try {
    say(w.shrink);
    const body = await shrink(file);
    if ($("preview").src) URL.revokeObjectURL($("preview").src);
    $("preview").src = URL.createObjectURL(body);
    $("preview").hidden = false;
    say(w.sending);
    const { photo } = await post(body);
    say(w.reading);
    const read = await answer(photo);
    const honour = (tile) => "zf".includes(tile.face.slice(-1));
    const names = (read.tiles || []).map((tile) => {
      const node = document.createElement("span");
      node.className = "tile" + (tile.sure ? "" : " doubt");
      node.textContent = (lang === "zh" || honour(tile) ? tile.zh : tile.face) + (tile.sure ? "" : "?");
      return node;
    });
    $("tiles").replaceChildren(...names);
    say(read.ok ? told(read) + " " + w.confirm : told(read), !read.ok);
  } catch (error) {
    say(error.message || w.failed, true);
  } finally {
    for (const id of ["take", "pick"]) $(id).disabled = false;
    progress.hidden = true;
    $("file").value = "";
    $("album").value = "";
  }
}

$("take").addEventListener("click", () => $("file").click());
$("pick").addEventListener("click", () => $("album").click());
$("file").addEventListener("change", (event) => send(event.target.files[0]));
$("album").addEventListener("change", (event) => send(event.target.files[0]));
$("lang").addEventListener("click", () => {
  lang = lang === "zh" ? "en" : "zh";
  try { localStorage.setItem("taipai-lang", lang); } catch { /* a private window forgets; no harm */ }
  words();
});
words();
