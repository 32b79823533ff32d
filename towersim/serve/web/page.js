"use strict";
const $ = (id) => document.getElementById(id);
let state = null, words = {}, chosen = new Set(), offered = null, socket = null, wait = 500, revoked = false;

function made(tag, name, text) {
  const one = document.createElement(tag);
  if (name) one.className = name;
  if (text !== undefined) one.textContent = text;
  return one;
}

function card(face, tag = "span") {
  const [top, below, colour] = face;
  const one = made(tag, "card");
  for (const name of String(colour).match(/^[a-z]+$/) ? [colour] : []) one.classList.add(name);
  one.append(made("b", "", top), made("span", "", below));
  return one;
}

function ask(wish) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wish));
}

function offerButtons(offers) {
  return offers.map((offer) => {
    const button = made("button", "offer", offer.text);
    button.onclick = () => ask({ do: "choose", step: state.step, choice: offer.choice });
    return button;
  });
}

function select(index) {
  $("why").textContent = "";
  if (chosen.has(index)) chosen.delete(index); else chosen.add(index);
  offered = null;
  if (chosen.size) ask({ do: "select", cards: [...chosen].sort((a, b) => a - b) });
  draw();
}

function tool(text, act) {
  const button = made("button", "", text);
  button.onclick = act;
  return button;
}

function player(one, seat) {
  const plate = made("div", seat === state.turn ? "player turn" : "player", one.name);
  plate.append(made("small", "", one.is_away ? `${one.count} · ${words.away}` : one.count));
  if (one.is_away && state.you !== null && !state.is_over) {
    plate.append(tool(words.bot, () => ask({ do: "stand-in", seat })));
  }
  return plate;
}

function zone(one) {
  const whole = made("div", "zone"), cards = made("div", "cards");
  whole.append(made("h2", "", one.title), cards);
  cards.append(...one.faces.map((face) => card(face)));
  if (one.hidden) {
    cards.append(made("span", "card back"), made("small", "", words.hidden.replace("{count}", one.hidden)));
  }
  return whole;
}

function draw() {
  if (!state) return;
  const mine = state.you !== null && state.turn === state.you;
  document.body.className = state.you === null ? "public" : mine ? "mine" : "";
  document.title = `${mine ? "● " : ""}${state.title}`;
  $("title").textContent = state.title;
  $("asks").textContent = state.asks;
  $("players").replaceChildren(...state.players.map(player));
  $("zones").replaceChildren(...state.zones.filter((one) => one.faces.length || one.hidden).map(zone));
  const lines = state.log.map((line) => made("p", "", line));
  $("news").replaceChildren(...lines.slice(-3));
  $("log").replaceChildren(...lines.slice(0, -3).reverse());
  if (lines.length > 3) $("log").prepend(made("h2", "", words.log));
  $("mine").className = state.you === null ? "none" : "";
  if (state.you === null) return;
  $("own").replaceChildren(...state.own.map((face, index) => {
    const one = card(face, "button");
    one.classList.toggle("live", state.live.includes(index));
    one.classList.toggle("chosen", chosen.has(index));
    one.setAttribute("aria-pressed", chosen.has(index));
    one.disabled = !mine;
    one.onclick = () => select(index);
    return one;
  }));
  const offers = chosen.size ? offered?.offers ?? [] : state.offers;
  $("offers").replaceChildren(...offerButtons(offers));
  if (chosen.size && offered) $("why").textContent = offered.why;
  else if (mine && !$("why").textContent && !chosen.size && state.live.length) $("why").textContent = words.tap;
  const tools = state.can_undo ? [tool(words.back, () => ask({ do: "undo", step: state.step }))] : [];
  tools.push(tool(words.code, () => ask({ do: "renew" })));
  $("tools").replaceChildren(...tools);
}

const handlers = {
  words: (got) => { words = got.words; },
  state: (got) => {
    if (state?.step !== got.step || state.turn !== got.turn) { chosen = new Set(); offered = null; $("why").textContent = ""; }
    state = got;
  },
  offers: (got) => { if (got.step === state?.step && got.cards.join() === [...chosen].sort((a, b) => a - b).join()) offered = got; },
  refusal: (got) => { $("why").textContent = got.why; },
  code: (got) => { history.replaceState(null, "", got.path); location.reload(); },
};

function connect() {
  const path = location.pathname.match(/^\/seat\/([\w-]+)$/)?.[1];
  const language = (navigator.language || "en").slice(0, 2);
  document.documentElement.lang = language === "de" ? "de" : "en";
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws${path ? "/" + path : ""}?lang=${language}`);
  socket.onopen = () => { wait = 500; $("why").textContent = ""; };
  socket.onmessage = (event) => { const got = JSON.parse(event.data); handlers[got.is]?.(got); draw(); };
  socket.onclose = (event) => {
    revoked = event.code === 4001;
    if (revoked || !state?.is_over) $("asks").textContent = revoked ? words.revoked ?? "" : words.gone ?? "…";
    if (revoked) return;
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 5000);
  };
}

addEventListener("visibilitychange", () => {
  if (!document.hidden && !revoked && socket?.readyState === WebSocket.CLOSED) connect();
});
connect();
