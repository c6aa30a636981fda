// The buttons: for records, with a progress of their own, and for commands.
import { along, bubble, dashedDashes, dashes, jump, jumpTime, pop, springTime } from './motion.js';
import { Control, element } from './control.js';

/** A button that fades while it is pressed, with a bubble. */
class Button extends Control {
  constructor(bridge, state) {
    super(bridge, state);
    this.fade = { from: 1, to: 1, duration: 0, at: 0 };
    this.ring = { state: 'default', from: 0, to: 0, duration: 0, error: false, at: 0 };
    this.button = element('button', this.node, { type: 'button', class: 'face', 'aria-label': this.label });
    element('span', this.button, { class: 'back' });
    this.bubbleNode = element('div', this.node, { class: 'bubble', 'aria-hidden': 'true' });
    this.bubbleText = element('span', this.bubbleNode, { class: 'text' });
    this.shown = null;
    this.selected = false;
    // Who holds it here, a pointer or 'key', and whether he is still over it. The bridge does not see them.
    this.holders = new Map();
    this.isHeld = false;
    this.button.addEventListener('pointerdown', (event) => {
      if (this.isBridges(event) || event.button !== 0) return;
      this.button.setPointerCapture(event.pointerId);
      this.hold(event.pointerId, true);
    });
    this.button.addEventListener('pointermove', (event) => {
      if (this.holders.has(event.pointerId)) this.hold(event.pointerId, this.isOver(event));
    });
    // A browser makes a click only of a finger that is alone and rests: what counts is where it is lifted.
    this.button.addEventListener('pointerup', (event) => {
      if (this.release(event.pointerId) && this.isOver(event)) this.act();
    });
    for (const end of ['pointercancel', 'lostpointercapture']) {
      this.button.addEventListener(end, (event) => this.release(event.pointerId));
    }
    this.button.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      // Enter would click again and again while it is held.
      if (event.repeat) event.preventDefault();
      else this.hold('key', true);
    });
    for (const end of ['keyup', 'blur']) this.button.addEventListener(end, () => this.release('key'));
    // Of a key, or of a program that helps: those of pointers have been answered.
    this.button.addEventListener('click', (event) => { if (!event.pointerType && event.detail === 0) this.act(); });
    this.button.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** A finger on the bridge's own glass is the bridge's business; a mouse and a keyboard are ours. */
  isBridges(event) { return event.pointerType === 'touch' && Boolean(this.surface); }

  isOver({ clientX, clientY }) {
    const { left, right, top, bottom } = this.button.getBoundingClientRect();
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  }

  hold(who, isOver) {
    this.holders.set(who, isOver);
    this.showHeld();
  }

  /** Whether he held it. */
  release(who) {
    const did = this.holders.delete(who);
    this.showHeld();
    return did;
  }

  /** The touched look. It ends also where it could not begin: the button or the bridge may have gone meanwhile. */
  showHeld() {
    const isHeld = [...this.holders.values()].includes(true);
    if (isHeld === this.isHeld || (isHeld && (!this.enabled || !this.bridge.running))) return;
    this.isHeld = isHeld;
    const now = performance.now() / 1000;
    const from = isHeld ? 0.3 : this.fadeAt(now);
    this.fade = { from, to: isHeld ? 0.3 : 1, duration: isHeld ? 0 : 0.4, at: now };
    this.node.classList.toggle('touched', isHeld);
    this.bridge.wake();
  }

  restore(state, now) {
    super.restore(state, now);
    this.setSelected(state.selected);
    this.node.classList.toggle('touched', state.pressed !== undefined);
    if (state.ring) this.setRing({ ...state.ring, animated: false }, now);
    if (state.fade) this.fade = { ...state.fade, at: now };
    if (state.tooltip === undefined) this.hide();
    else if (this.shown === null) this.show(state.tooltip, now - (this.animated ? springTime : 0));
  }

  consume(event, now) {
    super.consume(event, now);
    switch (event.type) {
      case 'press.down': this.node.classList.add('touched'); break;
      case 'press.up': this.node.classList.remove('touched'); break;
      case 'fade': this.fade = { from: event.from, to: event.to, duration: event.duration, at: now }; break;
      case 'control.state': this.setSelected(event.selected); break;
      case 'progress': this.setRing(event, now); break;
      case 'tooltip.shown':
        this.show(event.text, now);
        this.bridge.speak(`${this.label}: ${event.text}`);
        break;
      // The spring takes it away by itself; without motion it goes at once.
      case 'tooltip.hidden': if (!this.animated) this.hide(); break;
      default: break;
    }
  }

  setSelected(selected) {
    this.selected = Boolean(selected);
    this.node.classList.toggle('selected', this.selected);
    this.button.setAttribute('aria-pressed', String(this.selected));
  }

  setRing(ring, now) {
    const was = this.ring.state;
    const shown = this.progressAt(now);
    const { state, from, to, duration, error } = ring;
    // A value that was set is gone to; a reset, or what is not to be animated, is there at once.
    const moves = this.animated && ring.animated !== false && state !== 'default';
    this.ring = { state, from, to, duration, error, at: now, behind: moves ? shown - from : 0 };
    this.node.dataset.state = state;
    this.node.classList.toggle('error', error);
    if (was !== state) this.stateChanged(moves ? now : null);
  }

  /** - Parameter now: when it changed; null when nothing is to be made of it */
  stateChanged() {}

  show(text, since) {
    this.shown = since;
    this.bubbleText.textContent = text;
  }

  hide() { this.shown = null; }

  fadeAt(now) { return along(this.fade, now - this.fade.at); }

  /** What its ring shows, in per cent. */
  progressAt(now) {
    const age = now - this.ring.at;
    return along(this.ring, age) + jump(this.ring.behind ?? 0, age);
  }

  draw(now) {
    this.node.style.setProperty('--press', this.fadeAt(now).toFixed(4));
    const percent = Math.floor(this.progressAt(now));
    if (this.meter && this.percent !== percent) this.meter.setAttribute('aria-valuenow', this.percent = percent);
    if (this.shown !== null && this.animated && now - this.shown >= 2 * springTime) this.hide();
    const size = this.shown === null ? 0 : this.animated ? bubble(now - this.shown) : 1;
    this.bubbleNode.style.setProperty('--size', size.toFixed(4));
    this.bubbleNode.classList.toggle('shown', this.shown !== null);
    const age = now - this.ring.at;
    return now - this.fade.at < this.fade.duration || (this.shown !== null && this.animated)
      || (this.ring.from !== this.ring.to && age < this.ring.duration) || (this.ring.behind && age < jumpTime);
  }

  /** A drawing as large as the largest circle in the button, in pixels from its middle; and its progress in words. */
  makeDrawing() {
    this.drawing = element('svg:svg', this.button, { 'aria-hidden': 'true' });
    // Beside the button: what is in a button is not read.
    this.meter = element('div', this.node, {
      class: 'voice', role: 'progressbar', 'aria-label': this.label, 'aria-valuemin': 0, 'aria-valuemax': 100,
    });
  }

  place() {
    super.place();
    const diameter = Math.min(this.node.clientWidth, this.node.clientHeight);
    if (!this.drawing || !(diameter > 0)) return;
    this.drawing.setAttribute('viewBox', `${-diameter / 2} ${-diameter / 2} ${diameter} ${diameter}`);
    this.layOut(diameter / 2);
  }

  layOut() {}
}

export class RecordButton extends Button {
  constructor(bridge, state) {
    super(bridge, state);
    this.makeDrawing();
    this.width = this.look.ringWidth ?? 4;
    this.dot = element('svg:circle', this.drawing, { class: 'dot' });
    this.circle = element('svg:circle', this.drawing, { class: 'ring', 'stroke-width': this.width });
    this.arc = element('svg:path', this.drawing, { class: 'arc', 'stroke-width': this.width, pathLength: 100 });
  }

  /** The background shows around the ring. */
  layOut(half) {
    const outer = half * 0.9;
    const middle = Math.max(outer - this.width / 2, 0);
    this.circle.setAttribute('r', middle);
    this.arc.setAttribute('d', circle(middle));
    this.dot.setAttribute('r', Math.max(outer - this.width - (this.look.ringMargin ?? 0), 0));
  }

  act() { return this.ask({ do: 'toggle' }); }

  draw(now) {
    this.arc.setAttribute('stroke-dasharray', dashes(this.progressAt(now) / 100, 100));
    return super.draw(now);
  }
}

const tap = { default: 'start', inProgress: 'suspend', suspended: 'resume', completed: 'reset' };

export class ProgressButton extends Button {
  constructor(bridge, state) {
    super(bridge, state);
    this.makeDrawing();
    const { mode, width } = this.look.strokeMode ?? { mode: 'border', width: 4 };
    this.mode = mode;
    this.width = width;
    this.arc = element('svg:path', this.drawing, { class: 'arc', pathLength: 100 });
    this.icon = element('span', this.button, { class: 'icon', 'aria-hidden': 'true' });
    this.node.style.setProperty('--touched', this.look.touchedAlpha ?? 0.5);
    this.popped = null;
    this.stateChanged(null);
  }

  layOut(half) {
    const width = this.mode === 'fill' ? half : this.width;
    this.arc.setAttribute('stroke-width', width);
    this.arc.setAttribute('d', circle(half - width / 2));
    // Dashes as long as they are wide.
    this.dash = 100 * width / (2 * Math.PI * (half - width / 2));
  }

  stateChanged(now) {
    this.icon.textContent = this.look.icons?.[this.ring.state] ?? icons[this.ring.state];
    this.button.setAttribute('aria-label', `${this.label}: ${words[this.ring.state]}`);
    this.popped = this.ring.state === 'completed' ? now : null;
  }

  act() { return this.ask({ do: tap[this.ring.state] }); }

  draw(now) {
    const share = this.progressAt(now) / 100;
    this.arc.setAttribute(
      'stroke-dasharray', this.mode === 'dashed' && this.dash ? dashedDashes(share, 100, this.dash) : dashes(share, 100));
    const age = this.popped === null || !this.animated ? Infinity : now - this.popped;
    this.icon.style.setProperty('--pop', pop(age).toFixed(4));
    return super.draw(now) || age < 0.3;
  }
}

export class CommandButton extends Button {
  constructor(bridge, state) {
    super(bridge, state);
    element('span', this.button, { class: 'label', 'aria-hidden': 'true' }).textContent = this.label;
    // It stays neither in nor out.
    this.button.removeAttribute('aria-pressed');
  }

  setSelected() {}

  act() { return this.ask({ do: 'start' }); }
}

/** A circle about 0, 0 that begins at 12 o'clock and runs clockwise. */
function circle(radius) {
  return `M 0 ${-radius} A ${radius} ${radius} 0 0 1 0 ${radius} A ${radius} ${radius} 0 0 1 0 ${-radius}`;
}

const icons = { default: '▶', inProgress: '❚❚', suspended: '▶', completed: '✓' };
const words = { default: 'not started', inProgress: 'in progress', suspended: 'suspended', completed: 'completed' };
