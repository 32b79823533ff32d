/* Cards as in the window: their signs, faces, backs and zones. */

/* The shapes of the window's `signs.txt` in hundredths of a side. */
const SIGNS = {
  diamond: "poly 50 0 86 50 50 100 14 50",
  circle: "disc 50 50 42",
  triangle: "poly 50 6 98 90 2 90",
  square: "poly 10 10 90 10 90 90 10 90",
  hexagon: "poly 25 7 75 7 100 50 75 93 25 93 0 50",
  star: "poly 50 3 62.34 36.01 97.55 37.55 69.97 59.49 79.39 93.45 50 74 20.61 93.45 30.03 59.49 "
    + "2.45 37.55 37.66 36.01",
  cross: "poly 28 4 72 4 72 96 28 96 poly 4 28 96 28 96 72 4 72",
  heart: "disc 29 31 24.5 disc 71 31 24.5 poly 7.5 43 50 22 92.5 43 50 97",
  spade: "disc 28 57 22.5 disc 72 57 22.5 poly 50 3 90 45 72 66 28 66 10 45 "
    + "poly 46 50 54 50 57 80 70 97 30 97 43 80",
  club: "disc 50 26 22.5 disc 26 58 22.5 disc 74 58 22.5 poly 50 30 70 64 30 64 "
    + "poly 46 50 54 50 57 80 70 97 30 97 43 80",
  drop: "disc 50 63 31 poly 50 2 76.5 47 23.5 47 poly 50 2 79 53 50 70 21 53",
  hammers: "poly 66.62 24.19 75.81 33.38 17.83 91.37 8.63 82.17 "
    + "poly 67.68 -0.2 98.08 30.2 96.67 40.1 81.82 46.46 51.41 16.06 "
    + "poly 24.19 33.38 33.38 24.19 91.37 82.17 82.17 91.37 "
    + "poly -0.2 32.32 30.2 1.92 40.1 3.33 46.46 18.18 16.06 48.59",
  circles: "disc 50 29 25 10 disc 27 69 25 10 disc 73 69 25 10",
  bricks: "box 4 10 44 22 4 box 56 10 40 22 4 box 4 39 18 22 4 box 30 39 40 22 4 "
    + "box 78 39 18 22 4 box 4 68 44 22 4 box 56 68 40 22 4",
  wheel: "disc 50 50 46 11 poly 46 10 54 10 54 90 46 90 "
    + "poly 82.64 26.54 86.64 33.46 17.36 73.46 13.36 66.54 "
    + "poly 86.64 66.54 82.64 73.46 13.36 33.46 17.36 26.54 disc 50 50 14",
  arrow: "poly 50 2 92 48 67 48 67 98 33 98 33 48 8 48",
  crown: "poly 12 72 88 72 88 90 12 90 poly 6 20 30 46 50 10 70 46 94 20 84 66 16 66 "
    + "disc 6 18 6.5 disc 50 9 6.5 disc 94 18 6.5",
  tiara: "poly 12 72 88 72 88 90 12 90 disc 16 50 10 disc 50 20 14 disc 84 50 10 "
    + "disc 33 36 8.5 disc 67 36 8.5 poly 12 66 20 56 50 36 80 56 88 66",
  plume: "poly 12 72 88 72 88 90 12 90 poly 20 66 26 36 62 36 80 66 poly 50 42 62 12 96 2 90 30 66 46",
  die: "box 6 6 88 88 20 hole 28 28 8.5 hole 28 72 8.5 hole 72 28 8.5 hole 72 72 8.5 hole 50 50 8.5",
  switch: "poly 2 20 60 20 60 4 98 29 60 54 60 38 2 38 "
    + "poly 98 80 40 80 40 96 2 71 40 46 40 62 98 62",
};
const SIGN_OF = { red: "diamond", yellow: "circle", green: "triangle", blue: "square",
  purple: "hexagon", white: "star", black: "cross" };
const EMBLEMS = { J: "plume", Q: "tiara", K: "crown" };

function element(name, style = "", text = "") {
  const made = document.createElement(name);
  made.className = style;
  made.textContent = text;
  return made;
}

function round(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/* The outlines of a sign; the holes after a shape, and the inside of a ring, are left out of it. */
function outlines(sign) {
  const ways = [];
  for (const part of SIGNS[sign].split(/ (?=[a-z])/)) {
    const [shape, ...rest] = part.split(" "), n = rest.map(Number), [x, y, a, b] = n;
    if (shape === "poly") ways.push(`M${rest.join(" ")}Z`);
    else if (shape === "box") ways.push(`M${x} ${y}h${a}v${b}h${-a}z`);
    else if (shape === "hole") ways[ways.length - 1] += round(x, y, a);
    else ways.push(round(x, y, a) + (b ? round(x, y, a - b) : ""));
  }
  return ways;
}

function signElement(sign, style) {
  const holder = element("span"), paths = outlines(sign).map((outline) => `<path d="${outline}"/>`);
  holder.innerHTML = `<svg viewBox="0 0 100 100" class="${style}">${paths.join("")}</svg>`;
  return holder.firstChild;
}

function cardElement([corner, name, colour, sign, badge], tag = "span") {
  const card = element(tag, `card ${colour}`), shape = sign || SIGN_OF[colour];
  card.title = name;
  card.setAttribute("aria-label", name);
  if (tag === "span") card.setAttribute("role", "img");
  card.append(element("b", "", corner), signElement(shape, corner ? "small" : "large"));
  if (corner) card.append(signElement(EMBLEMS[corner] || shape, "large"));
  if (badge) {
    const plate = element("i", badge);
    plate.append(signElement(SIGN_OF[badge], ""));
    card.append(plate);
  }
  return card;
}

/* A zone with its faces, each [corner, name, colour, sign, badge]: fans, backs or an empty place. */
function zoneElement([title, faces, hidden, , groups], words) {
  const zone = element("section", "zone"), cards = element("div", "cards");
  zone.append(element("h3", "", title), cards);
  if (hidden) {
    const back = element("span", hidden > 1 ? "card back many" : "card back");
    back.setAttribute("role", "img");
    back.title = words.hidden.replace("{count}", hidden);
    back.setAttribute("aria-label", back.title);
    back.append(element("em", "", String(hidden)));
    cards.append(back);
  }
  let from = 0;
  for (const count of groups.length ? groups : faces.length ? [faces.length] : []) {
    const fan = element("div", "fan");
    fan.style.setProperty("--shown", Math.max(0.34, Math.min(0.56, 3.6 / count)));
    fan.append(...faces.slice(from, from + count).map((face) => cardElement(face)));
    cards.append(fan);
    from += count;
  }
  if (!cards.children.length) cards.append(element("span", "card place"));
  return zone;
}

function winnerSign(words) {
  const sign = signElement("crown", "crown");
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", words.winner);
  return sign;
}

/* The greatest width of cards up to `most` that fits; `least` if none above it does. */
function widest(least, most, fits) {
  if (!fits(least + 1)) return least;
  let low = least + 1, high = most;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle; else high = middle;
  }
  return low;
}
