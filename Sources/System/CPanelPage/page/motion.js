// What moves, as functions of time: nothing here touches the page. Times are in seconds.

/** The value of a stretch (from, to, duration) so long after it began; linear, as the bridge counts. */
export function along(stretch, elapsed) {
  if (!(stretch.duration > 0) || elapsed >= stretch.duration) return stretch.to;
  if (elapsed <= 0) return stretch.from;
  return stretch.from + (stretch.to - stretch.from) * elapsed / stretch.duration;
}

/** A damped spring from 0 to 1: the solution of m x'' + c x' + k (x - 1) = 0 with x(0) = 0, x'(0) = v. */
export function spring(t, { mass = 1, stiffness = 100, damping = 15, velocity = 10 } = {}) {
  if (t <= 0) return 0;
  const natural = Math.sqrt(stiffness / mass);
  const decay = damping / (2 * mass);
  const ratio = decay / natural;
  if (ratio < 1) {
    const swing = natural * Math.sqrt(1 - ratio * ratio);
    return 1 - Math.exp(-decay * t) * (Math.cos(swing * t) + (decay - velocity) / swing * Math.sin(swing * t));
  }
  if (ratio === 1) return 1 - Math.exp(-decay * t) * (1 + (decay - velocity) * t);
  const swing = natural * Math.sqrt(ratio * ratio - 1);
  return 1 - Math.exp(-decay * t) * (Math.cosh(swing * t) + (decay - velocity) / swing * Math.sinh(swing * t));
}

/** How long a tooltip springs in, and then, the same way back, out. */
export const springTime = 1;

/** The tooltip's size so long after it was shown: in, back the same way, then nothing. */
export function bubble(t) {
  if (t <= 0 || t >= 2 * springTime) return 0;
  return spring(t < springTime ? t : 2 * springTime - t);
}

/** The icon of what is completed: to 1.3 in 0.2 s, and back in 0.1 s. */
export function pop(t) {
  if (t <= 0 || t >= 0.3) return 1;
  return t < 0.2 ? 1 + 0.3 * t / 0.2 : 1.3 - 0.3 * (t - 0.2) / 0.1;
}

/** A placement on the way back to where it was before anybody touched it. */
export function back(from, t, duration) {
  if (!(duration > 0) || t >= duration) return identity;
  // Slow at both ends.
  const x = Math.max(0, t / duration);
  const share = 1 - x * x * (3 - 2 * x);
  return Object.fromEntries(Object.keys(identity).map((key) => [key, identity[key] + (from[key] - identity[key]) * share]));
}

export const identity = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** A placement of the bridge, in millimetres of its surface, where one millimetre is so many pixels wide and high. */
export function inPixels(placement, x, y) {
  const { a, b, c, d, e, f } = placement;
  return { a, b: b * y / x, c: c * x / y, d, e: e * x, f: f * y };
}

/** The same placement for content that does not lie at the top left of the glass, but at `x`, `y` in pixels. */
export function about(placement, x, y) {
  const { a, b, c, d, e, f } = placement;
  return { a, b, c, d, e: a * x + c * y + e - x, f: b * x + d * y + f - y };
}

/** A placement as CSS has it. */
export function matrix({ a, b, c, d, e, f }) { return `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`; }

/** How long a ring takes to follow a value that was set. */
export const jumpTime = 0.25;

/** What is left, so long afterwards, of the difference between what a ring showed and what it is to show. */
export function jump(difference, t) {
  if (t >= jumpTime) return 0;
  return difference * (1 - Math.max(t, 0) / jumpTime);
}

/** The dash pattern of an arc that begins at the start of its path and covers a share of it. */
export function dashes(share, length) {
  const drawn = Math.min(Math.max(share, 0), 1) * length;
  return `${drawn} ${length - drawn + 1}`;
}

/** The same where the stroke itself is dashed: whole dashes up to the share, then a gap to the end. */
export function dashedDashes(share, length, dash) {
  const drawn = Math.min(Math.max(share, 0), 1) * length;
  const parts = [];
  let at = 0;
  while (at < drawn) {
    const on = Math.min(dash, drawn - at);
    parts.push(on, dash);
    at += 2 * dash;
  }
  if (parts.length === 0) return `0 ${length + 1}`;
  parts[parts.length - 1] += length;
  return parts.join(' ');
}
