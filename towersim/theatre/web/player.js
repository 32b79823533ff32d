

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
    /* Faces in red and black alone are those of French cards, on white as in the window. */
    const french = game.data.faces.every(([, , colour]) => ["red", "black"].includes(colour));
    document.body.classList.toggle("plain", french);
    hide("fall", !game.falls.length);
    hide("round", !game.rounds.length);
    this.listen();
    this.tellAll();
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
      0: () => { this.free = false; },
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
    }[event.key];
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
      this.seek(this.seconds + passed * this.speed);
      if (this.seconds >= this.game.seconds) this.pause();
    }
    this.draw(passed);
    requestAnimationFrame((later) => this.frame(later));
  }

  draw(passed) {
    const index = this.game.indexAt(this.seconds);
    if (this.game.data.table) {
      const canvas = byId("table");
      fit(canvas);
      this.follow(index, canvas, passed);
      drawTable(canvas, this.camera, this.game, this.game.posesAt(this.seconds),
        this.game.leanAt(this.seconds));
      drawGraph(byId("graph"), this.game, this.seconds);
    }
    const atRest = this.game.isAtRest(this.seconds);
    if (this.shown !== `${index} ${atRest}`) this.tell(index, atRest);
    byId("seek").value = String(this.seconds);
    const clock = this.game.data.words.clock.replace("{now}", clockTime(this.seconds))
      .replace("{end}", clockTime(this.game.seconds));
    byId("clock").textContent = clock;
    byId("seek").setAttribute("aria-valuetext", clock);
  }

  /* Move the camera smoothly to where the last block was put, unless somebody looks elsewhere. */
  follow(index, canvas, passed) {
    let last = index;
    while (last > 0 && !this.game.moves[last].frames) last--;
    const half = this.game.data.table / 2;
    const scene = this.game.sceneOf(last) || { low: -half, high: half, first: -half, last: half, top: 0.25, x: 0 };
    const goal = cameraFor(scene, canvas);
    if (!this.camera) this.camera = goal;
    if (this.free) return;
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const share = calm ? 1 : 1 - Math.exp(-4 * passed);
    for (const part of ["scale", "left", "base"]) {
      this.camera[part] += (goal[part] - this.camera[part]) * share;
    }
  }

  /* Say what happens in a move: the caption, the cards, the line of the story. */
  tell(index, atRest) {
    this.shown = `${index} ${atRest}`;
    const move = this.game.moves[index];
    const told = atRest ? sentences(move) : (move.says || []).join(" ");
    byId("caption").textContent = told;
    const known = atRest ? index : Math.max(index - 1, 0), zones = this.game.faces[known];
    byId("seats").replaceChildren(...this.game.data.names.map((name, seat) => {
      const line = element("li", seat === move.seat ? "turn" : "");
      const who = element("b"), count = element("span");
      who.textContent = name;
      count.textContent = this.game.counts[known][seat] || "";
      line.append(who, " ", count, ...Object.values(zones).flatMap((zone) => (
        zone[3] === seat && this.game.data.table ? chips(zone, this.game.data) : [])));
      return line;
    }));
    /* Beside towers, the cards of a seat lie on its plate. */
    byId("zones").replaceChildren(...Object.values(zones)
      .filter((zone) => zone[3] < 0 || !this.game.data.table)
      .map((zone) => zoneElement(zone, this.game.data)));
    const story = byId("story");
    for (const now of story.querySelectorAll(".now")) now.classList.remove("now");
    story.children[index].classList.add("now");
  }

  tellAll() {
    const { title, players, words } = this.game.data;
    document.title = `${title} – towersim`;
    byId("title").textContent = title;
    byId("players").textContent = players;
    this.namePlay();
    byId("story").replaceChildren(...this.game.moves.map((move) => {
      const line = element("li"), button = element("button");
      button.textContent = sentences(move) || words.nothing;
      button.onclick = () => this.seek(move.begins);
      line.append(button);
      return line;
    }));
    byId("story").start = this.game.moves[0].number;
  }
}

function sentences(move) {
  return [...(move.says || []), ...(move.then || [])].join(" ");
}

function element(name, style = "") {
  const made = document.createElement(name);
  made.className = style;
  return made;
}

function chips([, faces], data) {
  return faces.map((index) => {
    const [top, below, colour] = data.faces[index], chip = element("i", colour);
    chip.textContent = top;
    chip.title = below;
    return chip;
  });
}

function zoneElement([title, faces, hidden], data) {
  const zone = element("section", faces.length || hidden ? "zone" : "zone empty");
  const head = element("h2"), list = element("ul");
  head.textContent = title;
  for (const index of faces) {
    const [top, below, colour] = data.faces[index];
    const card = element("li", `card ${colour}`), small = element("small");
    card.textContent = top;
    small.textContent = below;
    card.append(small);
    list.append(card);
  }
  if (hidden) {
    const back = element("li", "card back"), small = element("small");
    back.textContent = String(hidden);
    small.textContent = data.words.hidden;
    back.append(small);
    list.append(back);
  }
  zone.append(head, list);
  return zone;
}

function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

window.towersim = new Player(new Game(JSON.parse(byId("game").textContent)));
