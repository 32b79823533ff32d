/* Cards as in the window: their signs, faces, backs and zones. */

/* The window's signs as in `signs.txt`: shapes in hundredths of a side. */
const SIGNS = {{signs}};
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

const drawings = {};

function signElement(sign, style) {
  if (!drawings[sign]) {
    const holder = element("span"), paths = outlines(sign).map((outline) => `<path d="${outline}"/>`);
    holder.innerHTML = `<svg viewBox="0 0 100 100">${paths.join("")}</svg>`;
    drawings[sign] = holder.firstChild;
  }
  const drawing = drawings[sign].cloneNode(true);
  drawing.setAttribute("class", style);
  return drawing;
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
    const fan = element("div", groups.length ? "fan whole" : "fan");
    fan.style.setProperty("--shown", Math.max(0.34, Math.min(0.56, 3.6 / count)));
    fan.append(...faces.slice(from, from + count).map((face) => cardElement(face)));
    cards.append(fan);
    from += count;
  }
  if (!cards.children.length) cards.append(element("span", "card place"));
  return zone;
}

/* Whether no combination is broken into two lines, as if it were two. */
function areWhole() {
  const fans = [...document.querySelectorAll(".whole")];
  return fans.every((fan) => fan.offsetHeight < 2 * fan.firstChild.offsetHeight);
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
