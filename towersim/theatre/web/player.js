

/* The controls: one clock, moved by time, buttons, keys, mouse and fingers. */

const byId = (id) => document.getElementById(id);

class Player {
  constructor(game) {
    this.game = game;
    this.seconds = game.data.start;
    this.playing = false;
    this.speed = 1;
    this.camera = null;
    this.free = false;
    this.shown = "";
    this.pointers = new Map();
    byId("seek").max = String(game.seconds);
    const hide = (id, hidden) => byId(id).classList.toggle("hidden", hidden);
    for (const id of ["table", "graph", "whole"]) hide(id, !game.data.table);
    document.body.classList.add(game.data.table ? "towers" : "felt");
    document.body.dataset.game = game.data.game;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    hide("fall", !game.falls.length);
    hide("round", !game.rounds.length);
    this.listen();
    this.tellAll();
    window.addEventListener("resize", () => {
      if (!this.free) this.camera = null;
      this.arrange();
    });
    this.arrange();
    this.before = performance.now();
    requestAnimationFrame((now) => this.frame(now));
  }

  listen() {
    byId("play").onclick = () => this.toggle();
    byId("back").onclick = () => this.step(-1);
    byId("next").onclick = () => this.step(1);
    byId("fall").onclick = () => this.nextOf(this.game.falls);
    byId("round").onclick = () => this.nextOf(this.game.rounds);
    byId("whole").onclick = () => { this.free = false; };
    byId("read").onclick = () => this.read();
    byId("seek").oninput = (event) => this.seek(Number(event.target.value));
    byId("speed").onchange = (event) => { this.speed = Number(event.target.value); };
    document.addEventListener("keydown", (event) => this.key(event));
    const table = byId("table");
    table.addEventListener("pointerdown", (event) => {
      table.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
    });
    table.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      table.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    table.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 600), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  key(event) {
    const field = event.target instanceof Element ? event.target.tagName : "";
    if (event.ctrlKey || event.altKey || event.metaKey || field === "SELECT") return;
    const step = event.shiftKey ? 1 / this.game.data.fps : 1;
    const does = {
      " ": () => field !== "BUTTON" && field !== "SUMMARY" && this.toggle(),
      ArrowLeft: () => this.seek(this.seconds - step),
      ArrowRight: () => this.seek(this.seconds + step),
      PageUp: () => this.step(-1),
      PageDown: () => this.step(1),
      Home: () => this.seek(0),
      End: () => this.seek(this.game.seconds),
      c: () => this.nextOf(this.game.falls),
      r: () => this.nextOf(this.game.rounds),
      l: () => this.read(),
      Escape: () => this.read(false),
      0: () => { this.free = false; },
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
    }[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (does && does() !== false) event.preventDefault();
  }

  toggle() {
    if (!this.playing && this.seconds >= this.game.seconds) this.seek(0);
    this.playing = !this.playing;
    this.namePlay();
  }

  namePlay() {
    const { pause, play } = this.game.data.words;
    byId("play").textContent = this.playing ? pause : play;
    document.body.classList.toggle("playing", this.playing);
  }

  /* Show the story in place of the table, or the table again. */
  read(shows = !document.body.classList.contains("reading")) {
    document.body.classList.toggle("reading", shows);
    byId("read").setAttribute("aria-pressed", shows);
    this.arrange();
    document.querySelector("#story .now").scrollIntoView({ block: "center" });
  }

  pause() {
    if (this.playing) this.toggle();
  }

  faster(way) {
    const speed = byId("speed");
    const index = speed.selectedIndex + way;
    speed.selectedIndex = Math.min(Math.max(index, 0), speed.options.length - 1);
    this.speed = Number(speed.value);
  }

  seek(seconds) {
    this.seconds = Math.min(Math.max(seconds, 0), this.game.seconds);
  }

  step(way) {
    const index = this.game.indexAt(this.seconds), moves = this.game.moves;
    const late = this.seconds - moves[index].begins > 0.5;
    const goal = index + (way < 0 && late ? 0 : way);
    this.seek(goal >= moves.length ? this.game.seconds : moves[Math.max(goal, 0)].begins);
  }

  /* Go to the next of these moments, after the last to the first. */
  nextOf(moments) {
    const next = moments.find((second) => second > this.seconds + 0.01);
    if (moments.length) this.seek(next === undefined ? moments[0] : next);
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.camera) return;
    const ratio = window.devicePixelRatio || 1;
    const others = [...this.pointers.values()].filter((p) => p.pointerId !== event.pointerId);
    if (others.length === 1) {
      const distance = (p) => Math.hypot(p.offsetX - others[0].offsetX,
        p.offsetY - others[0].offsetY);
      this.zoom(distance(event) / Math.max(distance(before), 1), others[0].offsetX,
        others[0].offsetY);
    } else {
      this.free = true;
      this.camera.left += (event.offsetX - before.offsetX) * ratio;
      this.camera.base += (event.offsetY - before.offsetY) * ratio;
    }
    this.pointers.set(event.pointerId, event);
  }

  zoom(share, atX, atY) {
    if (!this.camera) return;
    const ratio = window.devicePixelRatio || 1, x = atX * ratio, y = atY * ratio;
    this.free = true;
    this.camera = { scale: this.camera.scale * share, left: x + (this.camera.left - x) * share,
      base: y + (this.camera.base - y) * share };
  }

  frame(now) {
    const passed = Math.min((now - this.before) / 1000, 0.1);
    this.before = now;
    if (this.playing) {
      const pace = this.speed > 1 ? Infinity : this.game.paceAt(this.seconds);
      this.seek(this.seconds + passed * Math.min(this.speed, pace));
      if (this.seconds >= this.game.seconds) this.pause();
    }
    requestAnimationFrame((later) => this.frame(later));
    this.draw(passed);
  }

  draw(passed) {
    const index = this.game.indexAt(this.seconds);
    if (this.game.data.table && byId("table").clientWidth) {
      const canvas = byId("table");
      fit(canvas);
      this.follow(index, canvas, passed);
      /* A still picture is drawn once: a phone that lies on the table keeps its charge. */
      const { scale, left, base } = this.camera, graph = byId("graph");
      const sizes = [canvas.width, canvas.height, graph.clientWidth, graph.clientHeight];
      const picture = [this.seconds, scale, left, base, ...sizes].map((n) => n.toFixed(4)).join(" ");
      if (this.picture !== picture) this.drawTowers(canvas, graph);
      this.picture = picture;
    }
    const atRest = this.game.isAtRest(this.seconds);
    if (this.shown !== `${index} ${atRest}`) this.tell(index, atRest);
    byId("seek").value = String(this.seconds);
    const clock = this.game.data.words.clock.replace("{now}", clockTime(this.seconds))
      .replace("{end}", clockTime(this.game.seconds));
    if (byId("clock").textContent === clock) return;
    byId("clock").textContent = clock;
    byId("seek").setAttribute("aria-valuetext", clock);
  }

  drawTowers(canvas, graph) {
    const { game, camera, seconds } = this, offered = game.offeredAt(seconds);
    const poses = game.posesAt(seconds), unit = game.data.length * camera.scale;
    drawTable(canvas, camera, game, poses, game.leanAt(seconds), game.markedAt(seconds));
    const middles = poses.map(({ pose: [x, y] }) => [camera.left + x * unit, camera.base - y * unit]);
    if (offered) drawOffer(canvas, offered, middles);
    drawGraph(graph, game, seconds);
  }

  /* Move the camera smoothly to where the last block was put, unless somebody looks elsewhere. */
  follow(index, canvas, passed) {
    let last = index;
    while (last > 0 && !this.game.moves[last].frames) last--;
    const half = this.game.data.table / 2;
    /* After a fall, the place of the tower is empty. */
    const whole = this.seconds >= this.game.seconds || (last < index && this.game.moves[last].fall);
    const scene = this.game.sceneOf(last, whole ? 1 : 0) || { low: -half, high: half, top: 0.25, x: 0 };
    const goal = cameraFor(scene, canvas);
    if (!this.camera) this.camera = goal;
    if (this.free) return;
    const share = this.calm ? 1 : 1 - Math.exp(-4 * passed);
    for (const part of ["scale", "left", "base"]) {
      this.camera[part] += (goal[part] - this.camera[part]) * share;
    }
  }

  /* Say what happens in a move: the caption, the cards, the line of the story. */
  tell(index, atRest) {
    const [before] = this.shown.split(" ").map(Number), { data, moves, faces, counts } = this.game;
    this.shown = `${index} ${atRest}`;
    const move = moves[index], ends = index === moves.length - 1 && atRest;
    const last = ends && data.winners.length ? sentences(move).at(-1) : "";
    const told = (atRest ? sentences(move) : move.says || []).slice(0, last ? -1 : undefined);
    byId("caption").replaceChildren(told.join(" "), last ? " " : "", element("strong", "", last));
    const known = atRest ? index : Math.max(index - 1, 0);
    const moved = this.calm || Math.abs(index - before) > 1 ? null : this.places();
    this.show(faces[known], counts[known], move.seat, last ? data.winners : []);
    if (moved) this.fly(moved);
    for (const now of byId("story").querySelectorAll(".now")) now.classList.remove("now");
    byId("story").children[index].classList.add("now");
  }

  /* Show zones, in the middle of the table or on their seats' plates, and the seats' counts. */
  show(zones, counts, turn, winners) {
    const { names, faces, words, table } = this.game.data;
    const shown = Object.values(zones).map(([title, cards, ...rest]) => (
      [title, cards.map((card) => faces[card]), ...rest]));
    const of = (owner) => shown.filter(([, , , seat]) => seat === owner);
    byId("seats").replaceChildren(...names.map((name, seat) => {
      const line = element("li", `${seat === turn ? "turn" : ""} ${winners.includes(seat) ? "won" : ""}`);
      const plate = element("div", "plate");
      plate.append(element("b", "", name), " ", element("span", "", counts[seat] || ""));
      if (winners.includes(seat)) plate.prepend(winnerSign(words));
      /* Beside towers, the cards of a seat lie on its plate. */
      if (table) plate.append(...of(seat).flatMap(([, cards]) => cards.map(chip)));
      line.append(plate);
      if (!table) line.append(...of(seat).map((zone) => zoneElement(zone, words)));
      return line;
    }));
    byId("zones").replaceChildren(...of(null).map((zone) => zoneElement(zone, words)));
    document.querySelectorAll("#stage .zone").forEach((zone, place) => {
      zone.style.minWidth = `${this.rooms[place] || 0}px`;
    });
    this.size(this.width);
    for (let width = this.width; width > 14 && !this.fits();) this.size(--width);
  }

  size(width) {
    byId("stage").style.setProperty("--w", `${width}px`);
  }

  fits() {
    const parts = [byId("zones"), ...(this.game.data.table ? [] : byId("seats").children)];
    return parts.every((part) => part.scrollHeight <= part.clientHeight + 1
      && part.scrollWidth <= part.clientWidth + 1) && areWhole();
  }

  /* Arrange the table so that cards are as large as can be when every zone is at its fullest. */
  arrange() {
    if (document.body.classList.contains("reading")) return;
    const stage = byId("stage"), { data, fullest, reach } = this.game;
    const seats = data.table ? 1 : data.names.length;
    stage.style.setProperty("--reach", reach);
    this.reserve();
    [this.width, this.rooms] = [14, []];
    this.show(fullest, data.names.map((_, seat) => this.game.counts.at(-1)[seat]), -1, []);
    const fits = (width) => { this.size(width); return this.fits(); };
    const arranged = (way) => {
      stage.classList.toggle("beside", way >= seats);
      stage.style.setProperty("--columns", (way % seats) + 1);
    };
    let best = 0;
    for (let way = 0; way < 2 * seats; way++) {
      /* Full rows of panels wide enough for names. */
      const columns = (way % seats) + 1;
      arranged(way);
      const ragged = seats < 5 && seats % columns, room = byId("seats").clientWidth / columns;
      if (ragged || (columns > 1 && room < 172)) continue;
      const width = widest(this.width, 144, fits);
      if (width > this.width) [best, this.width] = [way, width];
    }
    arranged(best);
    this.size(this.width);
    this.rooms = [...document.querySelectorAll("#stage .zone")].map((zone) => zone.clientWidth);
    this.shown = "";
  }

  /* Keep as many lines for the caption as nearly all moves need; for the others it grows. */
  reserve() {
    const caption = byId("caption"), texts = this.game.moves.map((move) => sentences(move).join(" "));
    caption.style.minHeight = "0";
    caption.textContent = texts.sort((a, b) => a.length - b.length)[Math.floor(0.93 * texts.length)];
    caption.style.minHeight = `${Math.min(caption.offsetHeight, 0.12 * window.innerHeight)}px`;
  }

  /* Where every card is: its face or, of backs, nothing, and its zone. */
  places() {
    return [...document.querySelectorAll("#stage .zone")].flatMap((zone, place) => (
      [...zone.querySelectorAll(".card:not(.place)")].map((card) => ({ card, place,
        name: card.classList.contains("back") ? "" : card.title, count: card.textContent,
        box: card.getBoundingClientRect() }))));
  }

  /* Let cards that are new in their zones fly there from where they were, and glow. */
  fly(before) {
    const left = [...before], same = (one, other) => one.name === other.name;
    const take = (test) => left.splice(left.findIndex(test), left.some(test) ? 1 : 0)[0];
    const come = this.places().filter((one) => !take((old) => (
      same(one, old) && old.place === one.place && (one.name || old.count === one.count))));
    for (const one of come) {
      one.card.classList.add("new");
      const from = take((old) => same(one, old) && old.place !== one.place && one.name)
        || left.find((old) => !old.name && old.place !== one.place);
      if (!from || !one.name) continue;
      const x = from.box.left - one.box.left, y = from.box.top - one.box.top;
      one.card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 9 }, { zIndex: 9 }],
        { duration: 350, easing: "ease-out" });
    }
  }

  tellAll() {
    const { title, players } = this.game.data;
    document.title = `${title} – towersim`;
    byId("title").textContent = title;
    byId("players").textContent = players;
    this.namePlay();
    byId("story").replaceChildren(...this.game.moves.map((move) => {
      const line = element("li"), button = element("button");
      button.textContent = sentences(move).join(" ");
      button.onclick = () => { this.seek(move.begins); this.read(false); };
      line.append(button);
      return line;
    }));
    byId("story").start = this.game.moves[0].number;
  }
}

function sentences(move) {
  return [...(move.says || []), ...(move.then || [])];
}

function chip(face) {
  const made = element("i", face[2], face[0]);
  made.title = face[1];
  return made;
}

function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

window.towersim = new Player(new Game(JSON.parse(byId("game").textContent)));
