

/* The table, the blocks and the graph on canvases; what is drawn is given, nothing is decided. */

const WOODS = {
  red: ["#de6852", "#c44230", "#922a1e", "#ffecde"],
  yellow: ["#f8d374", "#e9b63e", "#bc861c", "#543608"],
  green: ["#88b268", "#629248", "#40682e", "#f2fae2"],
  blue: ["#6290c4", "#3c6ca6", "#244878", "#e4f0fc"],
  natural: ["#ecca98", "#d8b07a", "#9a6c38", "#604224"],
  stone: ["#b4b0a8", "#98948c", "#6a665e", "#403c36"],
};

/* The air of the rooms, above and below, as in the window's `rooms.txt`. */
const ROOMS = {
  plain: ["#eee2ce", "#d6c0a0"],
  hand: ["#ecd6b6", "#dec29c"],
  balance: ["#bad0dc", "#f8e8cc"],
  reach: ["#eed8bc", "#e4c8a6"],
  bridges: ["#c8d4de", "#fae6cc"],
  arches: ["#d4cec0", "#c8beac"],
  tilt: ["#ced4ca", "#beb29c"],
  "pull-out": ["#d4d4c0", "#ccc4ac"],
  "odd pieces": ["#f0e8d4", "#e4e0d0"],
  "fawlty-towers": ["#e2ccb2", "#d0b496"],
  bausack: ["#f2e6ce", "#e6d6b8"],
};

function polygon(pen, points) {
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

/* Fit a canvas to its place on the page, in the screen's own pixels; return its pen. */
function fit(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(canvas.clientWidth * ratio);
  const height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  return canvas.getContext("2d");
}

/* The camera that shows a scene as large as can be: pixels per metre, pixels of the point (0, 0).
   A tall and narrow canvas shows only the tower in hand of a wide scene, if cubes would be dots. */
function cameraFor(scene, canvas) {
  const span = scene.high - scene.low, wide = canvas.width / span;
  const near = scene.near && canvas.width < canvas.height ? Math.max(span / 0.36, 1) : 1;
  const scale = Math.min((0.92 * canvas.height) / scene.top, near * wide);
  const half = Math.min(canvas.width / scale, span) / 2;
  const middle = Math.min(Math.max(scene.x, scene.low + half), scene.high - half);
  return { scale, left: canvas.width / 2 - scale * middle, base: 0.95 * canvas.height };
}

/* Boards of oak, a little different in tone, as the window's table. */
function drawBoards(pen, left, top, width, height) {
  for (let board = 0; board < 3; board++) {
    const y = top + (board * height) / 3, paint = pen.createLinearGradient(left, y, left + width, y);
    for (let i = 0; i <= 12; i++) {
      paint.addColorStop(i / 12, ["#be8a56", "#b98450", "#c4915e"][(i * 7 + board * 2) % 3]);
    }
    pen.fillStyle = paint;
    pen.fillRect(left, y, width, height / 3 + 1);
    pen.fillStyle = "#8e603855";
    pen.fillRect(left, y, width, 1);
  }
}

/* Draw the room, and the table with its blocks, leaning by an angle about its middle; the block
   that gave way is outlined in red and that which tipped it in amber, as in the window. */
function drawTable(canvas, camera, game, poses, lean, marked) {
  const pen = fit(canvas), { width, height } = canvas;
  const wall = pen.createLinearGradient(0, 0, 0, height);
  const air = ROOMS[game.data.room] || ROOMS.plain;
  wall.addColorStop(0, air[0]);
  wall.addColorStop(1, air[1]);
  pen.fillStyle = wall;
  pen.fillRect(0, 0, width, height);
  const half = (game.data.table / 2) * camera.scale;
  const light = pen.createRadialGradient(0.6 * width, 0.3 * height, 0, 0.6 * width, 0.3 * height,
    0.5 * Math.max(width, height));
  light.addColorStop(0, "#fff6e0aa");
  light.addColorStop(1, "#fff6e000");
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
  pen.save();
  pen.translate(camera.left, camera.base);
  pen.rotate(-lean);
  pen.translate(-camera.left, -camera.base);
  drawBoards(pen, camera.left - half, camera.base, 2 * half, 2 * height - camera.base);
  pen.fillStyle = "#8e6038";
  pen.fillRect(camera.left - half, camera.base, 2 * half, Math.max(2, 0.003 * camera.scale));
  const isMarked = ({ block }) => marked.includes(block);
  for (const one of poses.sort((a, b) => isMarked(a) - isMarked(b))) {
    drawBlock(pen, camera, game, one, MARKS[marked.indexOf(one.block)]);
  }
  pen.restore();
}

/* Draw the piece for which the seats bid or pay on dark wood, in the upper right corner, or in the
   left one if blocks are there; of these are given the middles in pixels. */
function drawOffer(canvas, shape, middles) {
  const pen = fit(canvas), ratio = window.devicePixelRatio || 1;
  const side = Math.min(120 * ratio, canvas.width / 4), right = canvas.width - side - 10 * ratio;
  const covers = middles.some(([x, y]) => x > right - 20 * ratio && y < side + 30 * ratio);
  const x = covers ? 10 * ratio : right;
  pen.beginPath();
  (pen.roundRect || pen.rect).call(pen, x, 10 * ratio, side, side, 10 * ratio);  // Safari 15
  pen.fillStyle = "#32231a";
  pen.strokeStyle = "#8e6038";
  pen.lineWidth = 2 * ratio;
  pen.fill();
  pen.stroke();
  drawShape(pen, shape, x + side / 2, 10 * ratio + side / 2, 0, side / 0.08);
}

const MARKS = ["#c43428", "#dea01e"];

function drawBlock(pen, camera, game, { block, pose, held }, mark) {
  const { shapes, blocks, length, turn } = game.data, { left, base, scale } = camera;
  drawShape(pen, shapes[blocks[block][0]], left + pose[0] * length * scale,
    base - pose[1] * length * scale, pose[2] * turn, scale, { held, mark });
}

/* Draw a shape around a point, turned anticlockwise by an angle, at a number of pixels a metre. */
function drawShape(pen, shape, x, y, angle, scale, { held, mark } = {}) {
  const wood = WOODS[shape.colour] || WOODS.natural;
  pen.save();
  pen.translate(x, y);
  pen.rotate(-angle);
  pen.scale(scale, -scale);
  pen.beginPath();
  if (shape.radius) pen.arc(0, 0, shape.radius, 0, 2 * Math.PI);
  shape.rings.forEach((ring) => polygon(pen, ring));
  const size = shape.radius || Math.max(...shape.rings[0].map(([x, y]) => Math.hypot(x, y)));
  const paint = pen.createLinearGradient(0, size, 0, -size);
  paint.addColorStop(0, wood[0]);
  paint.addColorStop(1, wood[1]);
  pen.fillStyle = paint;
  pen.shadowColor = "rgba(58, 34, 14, 0.35)";
  pen.shadowBlur = held ? 18 : 6;
  pen.shadowOffsetY = held ? 10 : 3;
  pen.fill("evenodd");
  pen.shadowColor = "transparent";
  const ratio = window.devicePixelRatio || 1, widths = [["#fffaf0", 7], [mark, 3]];
  const rims = mark ? widths.map(([tint, pixels]) => [tint, (pixels * ratio) / scale]) : [];
  for (const [tint, width] of [[wood[2], 0.0009], ...rims]) {
    pen.strokeStyle = tint;
    pen.lineWidth = width;
    pen.stroke();
  }
  drawMark(pen, shape, wood);
  pen.restore();
}

/* Draw the sign of the block's colour, as in the window, so that nobody has to see colours. */
function drawMark(pen, shape, wood) {
  const sign = shape.kind === shape.colour && { ...SIGN_OF, blue: "frame" }[shape.colour];
  if (!sign) return;
  const share = 0.0105 * Math.max(...shape.rings[0].map(([x]) => x));
  pen.scale(share, -share);
  pen.translate(-50, -50);
  pen.fillStyle = wood[3];
  for (const outline of outlines(sign)) pen.fill(new Path2D(outline), "evenodd");
}

/* How high the tallest tower is over the game, where towers fell, and where one is now. */
function drawGraph(canvas, game, seconds) {
  const pen = fit(canvas), { width, height } = canvas, foot = height - 4;
  const x = (second) => (second / game.seconds) * width;
  pen.clearRect(0, 0, width, height);
  const most = Math.max(...game.tallest, 0.01);
  pen.fillStyle = "#b05e2255";
  game.moves.forEach((move, index) => {
    const tall = (game.tallest[index] / most) * (height - 12);
    pen.fillRect(x(move.begins), foot - tall, Math.max(x(move.seconds), 1), tall);
  });
  pen.fillStyle = "#7a1f10";
  for (const move of game.moves) {
    if (move.fall) polygonAt(pen, x(move.begins + move.fall.begins), 1);
  }
  pen.fillStyle = "#3e2c1e";
  pen.fillRect(x(seconds) - 1, 0, 2, height);
}

function polygonAt(pen, x, y) {
  pen.beginPath();
  polygon(pen, [[x - 5, y], [x + 5, y], [x, y + 9]]);
  pen.fill();
}
