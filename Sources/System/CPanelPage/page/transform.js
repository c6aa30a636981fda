// Content that fingers carry, scale and turn.
import { about, back, identity, inPixels, matrix } from './motion.js';
import { Control, element } from './control.js';

/** Content that fingers carry: an element of the page with `data-evbridge="TARGET"`, or what the look says. */
export class Transform extends Control {
  constructor(bridge, state) {
    super(bridge, state);
    this.target = state.transform.target;
    this.placement = identity;
    this.own = document.querySelector(`[data-evbridge="${CSS.escape(this.target)}"]`);
    if (!this.own) this.make();
    this.carried = this.own ?? this.node;
    this.before = this.carried.getAttribute('style');
    this.carried.style.transformOrigin = '0 0';
  }

  /** A layer as large as the glass, which carries the content in its middle. */
  make() {
    const { image, text, fragment } = this.look.content ?? {};
    const template = fragment && find(fragment);
    if (image) {
      element('img', this.node, { class: 'sticker image', src: this.bridge.base + image, alt: text ?? this.label, draggable: 'false' });
    } else if (template) {
      element('div', this.node, { class: 'sticker fragment' })
        .append((template.content ?? template).cloneNode(true));
    } else {
      element('div', this.node, { class: 'sticker' }).textContent = text ?? this.label;
    }
  }

  /** The layer is the whole stage, whatever part of it the fingers are on. */
  place() {
    if (this.node.parentNode !== this.bridge.stage) this.bridge.stage.prepend(this.node);
    if (!this.own) return;
    // Where it lies while nobody has touched it.
    this.own.style.transform = 'none';
    const box = this.own.getBoundingClientRect();
    this.at = { x: box.left, y: box.top };
  }

  restore(state, now) {
    super.restore(state, now);
    this.way = null;
    this.placement = pick(state.transform);
  }

  consume(event, now) {
    super.consume(event, now);
    if (event.type !== 'transform') return;
    const moves = event.duration > 0 && this.animated && event.animated !== false;
    this.way = moves ? { from: this.placementAt(now), at: now, duration: event.duration } : null;
    this.placement = pick(event);
  }

  placementAt(now) { return this.way ? back(this.way.from, now - this.way.at, this.way.duration) : this.placement; }

  draw(now) {
    const placement = this.placementAt(now);
    if (this.way && now - this.way.at >= this.way.duration) this.way = null;
    const surface = this.surface ?? { x: 1, y: 1 };
    const pixels = inPixels(placement, surface.x, surface.y);
    this.carried.style.transform = matrix(this.at ? about(pixels, this.at.x, this.at.y) : pixels);
    return this.way !== null;
  }

  remove() {
    super.remove();
    if (!this.own) return;
    if (this.before === null) this.own.removeAttribute('style');
    else this.own.setAttribute('style', this.before);
  }
}

/** An element of the page; null also when it is no selector. */
function find(selector) {
  try {
    return document.querySelector(selector);
  } catch (error) {
    console.error(`evbridge: fragment ${selector}:`, error);
    return null;
  }
}

function pick({ a, b, c, d, e, f }) { return { a, b, c, d, e, f }; }
