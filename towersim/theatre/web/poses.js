/* Where every block is at every moment: tracks unpacked, rests folded. No drawing here. */

/* The width up to which a picture shows all towers, in metres. */
const WIDE = 0.7;

function bytesOf(base64) {
  const text = atob(base64);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/* A track is x, y and angle of each frame as differences: zigzag numbers of seven bits a byte. */
function unpack(base64) {
  const numbers = [];
  let value = 0, scale = 1;
  for (const byte of bytesOf(base64)) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) {
      numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
      value = 0;
      scale = 1;
    }
  }
  for (let i = 3; i < numbers.length; i++) numbers[i] += numbers[i - 3];
  return numbers;
}

class Game {
  constructor(data) {
    this.data = data;
    this.moves = data.moves;
    const last = this.moves[this.moves.length - 1];
    this.seconds = last.begins + last.seconds;
    this.tracks = new Map();
    this.rests = [new Map(data.first.map((block) => [block, this.initial(block)]))];
    this.faces = [];
    this.rounds = this.moves.filter((move) => move.begins_round).map((move) => move.begins);
    /* A little before a tower begins to fall. */
    this.falls = this.moves.filter((move) => move.fall)
      .map((move) => move.begins + Math.max(move.fall.begins - 0.7, 0));
    this.counts = [];
    this.fullest = {};
    let zones = {}, counts = [];
    this.moves.forEach((move, index) => {
      this.rests.push(this.restAfter(index));
      zones = { ...zones, ...(move.zones || {}) };
      for (const [place, zone] of Object.entries(move.zones || {})) this.fill(place, zone);
      this.faces.push(zones);
      counts = (move.counts || []).length ? move.counts : counts;
      this.counts.push(counts);
    });
    this.tallest = this.rests.slice(1).map((rest) => Math.max(0, ...this.tops(rest)));
  }

  /* Remember the most that a zone holds in the game, by the room that its cards need. */
  fill(place, zone) {
    const room = ([, faces, , , groups]) => faces.length + 3 * groups.length;
    const most = this.fullest[place] || zone, [title, faces, hidden, ...rest] = most;
    const fuller = room(zone) > room(most) ? zone : most;
    this.fullest[place] = [title, fuller[1], Math.max(hidden, zone[2]), rest[0], fuller[4]];
  }

  initial(block) {
    return this.data.blocks[block].slice(1);
  }

  /* The tracks of a move, unpacked when they are first needed. */
  tracksOf(index) {
    if (!this.tracks.has(index)) {
      const tracks = (this.moves[index].tracks || []).map((track) => (
        { block: track.block, gone: track.gone, poses: unpack(track.poses) }));
      this.tracks.set(index, tracks);
    }
    return this.tracks.get(index);
  }

  restAfter(index) {
    const before = this.rests[index], move = this.moves[index];
    if (!move.frames) return before;
    const ends = new Map(this.tracksOf(index).map((track) => [
      track.block, track.poses.slice(-3)]));
    /* What fell is taken off, but at the end if nothing else would be on the table. */
    const left = move.stands || (this.moves[index + 1] ? [] : [...before.keys(), ...ends.keys()]);
    return new Map(left.map((block) => [
      block, ends.get(block) || before.get(block) || this.initial(block)]));
  }

  /* Which move goes on after so many seconds. */
  indexAt(seconds) {
    let low = 0, high = this.moves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.moves[middle].begins <= seconds) low = middle; else high = middle - 1;
    }
    return low;
  }

  /* Whether all lies still again: only then is told what came of a move. */
  isAtRest(seconds) {
    const move = this.moves[this.indexAt(seconds)];
    return (seconds - move.begins) * this.data.fps >= (move.frames || 1) - 1;
  }

  /* The highest pace after so many seconds: a tower falls slowly. */
  paceAt(seconds) {
    const { begins: start, fall } = this.moves[this.indexAt(seconds)], at = seconds - start;
    return fall && fall.begins <= at && at < fall.ends ? fall.pace : Infinity;
  }

  /* The block that gave way and that which tipped it, from then on until the next move. */
  markedAt(seconds) {
    const { begins: start, fall } = this.moves[this.indexAt(seconds)];
    return fall && seconds - start >= fall.begins ? fall.marked : [];
  }

  /* Every block that is seen after so many seconds: its index, [x, y, angle] in units, in hand. */
  posesAt(seconds) {
    const index = this.indexAt(seconds), move = this.moves[index];
    if (!move.frames || seconds >= this.seconds) {
      const rest = seconds >= this.seconds ? this.rests[index + 1] : this.rests[index];
      return [...rest].map(([block, pose]) => ({ block, pose, held: false }));
    }
    const at = Math.min((seconds - move.begins) * this.data.fps, move.frames - 1);
    const frame = Math.floor(at), share = at - frame;
    const poses = new Map(this.rests[index]);
    let held = -1;
    for (const { block, gone, poses: way } of this.tracksOf(index)) {
      if (frame >= gone) {
        poses.delete(block);
        continue;
      }
      const next = Math.min(frame + 1, gone - 1);
      poses.set(block, [0, 1, 2].map((i) => (
        way[3 * frame + i] + (way[3 * next + i] - way[3 * frame + i]) * share)));
      if (!this.rests[index].has(block) && frame < (move.held_until || 0)) held = block;
    }
    return [...poses].map(([block, pose]) => ({ block, pose, held: block === held }));
  }

  /* The shape for which the seats bid or pay while nothing moves. */
  offeredAt(seconds) {
    const { frames, offered } = this.moves[this.indexAt(seconds)];
    return frames ? undefined : this.data.shapes[offered];
  }

  /* How far the table leans in a test of tilt, in radians, counter-clockwise. */
  leanAt(seconds) {
    const move = this.moves[this.indexAt(seconds)], end = move.lean || 0;
    return Math.sign(end) * Math.min(this.data.tilt * (seconds - move.begins), Math.abs(end));
  }

  /* What a move is about, in metres: from `low` to `high` all that stands before or after it, or
     falls; on a wide table only the way of the hand, and what a fall moves; if `whole`, all that
     stands after it; how high that is, and where the hand ends. */
  sceneOf(index, whole = 0) {
    const move = this.moves[index], unit = this.data.length;
    const rests = [this.rests[index], this.rests[index + 1]], tracks = this.tracksOf(index);
    const carried = tracks.find((track) => !rests[0].has(track.block));
    if (!move.frames || !(carried || rests[0].size)) return null;
    const way = carried ? carried.poses.slice(0, 3 * Math.max(move.held_until || 0, 1)) : [];
    const falls = !whole && move.fall;
    const fallen = tracks.filter((one) => falls && one !== carried).map((one) => one.poses);
    const xsOf = (ways) => ways.flat().filter((_, i) => i % 3 === 0).map((x) => x * unit);
    const all = xsOf([...rests.slice(whole).flatMap((rest) => [...rest.values()]), ...fallen]);
    const points = way.map((x, i) => [x * unit, way[i + 1] * unit]).filter((_, i) => i % 3 === 0);
    // A long carry has more positions than a call may have arguments.
    const least = (xs) => xs.reduce((one, other) => Math.min(one, other));
    const around = (xs, margin) => [least(xs) - margin, -least(xs.map((x) => -x)) + margin];
    let [low, high] = around(all.length ? all : points.map(([x]) => x), 0.05);
    const wide = carried && !whole && high - low > WIDE, near = wide && !falls;
    if (wide) {
      const swept = fallen.filter((one) => Math.abs(one.at(-3) - one[0]) * unit > 0.002);
      const [left, right] = around([points.at(-1)[0], ...xsOf(swept)], 0.05);
      [low, high] = around(points.map(([x]) => x), 0.22);
      [low, high] = [Math.min(low, left), Math.max(high, right)];
    }
    const ys = points.filter(([x]) => x > low && x < high).map(([, y]) => y + 0.02);
    const top = Math.max(0.12, ...ys, ...rests.flatMap((rest) => this.tops(rest, low, high))) + 0.02;
    return { low, high, top, near, x: points.length ? points.at(-1)[0] : (low + high) / 2 };
  }

  tops(rest, low = -Infinity, high = Infinity) {
    const unit = this.data.length;
    return [...rest].filter(([, pose]) => pose[0] * unit > low && pose[0] * unit < high)
      .map(([block, pose]) => pose[1] * unit + this.above(block, pose[2] * this.data.turn));
  }

  /* How far a block reaches above its centre when it is turned. */
  above(block, angle) {
    const shape = this.data.shapes[this.data.blocks[block][0]];
    if (shape.radius) return shape.radius;
    const points = shape.rings[0];
    return Math.max(...points.map(([x, y]) => Math.sin(angle) * x + Math.cos(angle) * y));
  }

  /* How high the picture has to reach for every move, over its width: 0.5 to 1.2. */
  get reach() {
    const scenes = this.moves.map((_, index) => this.sceneOf(index)).filter(Boolean);
    const shares = scenes.map((scene) => 1.1 * scene.top / (scene.high - scene.low));
    return Math.min(Math.max(...shares, 0.5), 1.2);
  }
}
