// What all controls have: a name, a place, a look.

const svg = 'http://www.w3.org/2000/svg';

/** A new element, of HTML or, with `svg:` before its name, of SVG. */
export function element(name, parent, attributes = {}) {
  const made = name.startsWith('svg:')
    ? document.createElementNS(svg, name.slice(4)) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

export class Control {
  constructor(bridge, state) {
    this.bridge = bridge;
    this.name = state.control;
    this.type = state.type;
    this.look = merged(bridge.look.all, bridge.look.controls?.[state.control]);
    this.label = this.look.label ?? this.name;
    this.node = element('div', null, { class: `control ${this.type}`, 'data-control': this.name });
    for (const [key, value] of Object.entries(this.look.colors ?? {})) this.node.style.setProperty(`--${key}`, value);
    for (const [key, value] of Object.entries(this.look.strokes ?? {})) {
      this.node.style.setProperty(`--stroke-${key}`, value);
    }
    if (this.look.font) this.node.style.setProperty('--font', this.look.font);
    this.enabled = true;
  }

  /** Whether what changes is shown on its way. */
  get animated() { return this.look.animated !== false && !this.bridge.still.matches; }

  /** The surface that it lies on, with the pixels of a millimetre. */
  get surface() {
    const surface = this.zone && this.bridge.surfaces.get(this.zone.device);
    return surface && { x: innerWidth / surface.width, y: innerHeight / surface.height };
  }

  /** Over its zone on the glass, or on the shelf. */
  place() {
    const surface = this.surface;
    const home = surface ? this.bridge.stage : this.bridge.shelf;
    if (this.node.parentNode !== home) home.append(this.node);
    this.node.classList.toggle('placed', Boolean(surface));
    this.node.classList.toggle('round', this.zone?.shape === 'circle');
    const { x, y, width, height } = this.zone ?? {};
    Object.assign(this.node.style, surface ? {
      left: `${x * surface.x}px`, top: `${y * surface.y}px`,
      width: `${width * surface.x}px`, height: `${height * surface.y}px`,
    } : { left: '', top: '', width: '', height: '' });
  }

  remove() { this.node.remove(); }

  restore(state) {
    this.zone = state.zone;
    this.setEnabled(state.enabled);
    this.place();
  }

  consume(event) {
    if (event.type === 'control.state') this.setEnabled(event.enabled);
  }

  setEnabled(enabled) {
    this.enabled = enabled;
    this.showEnabled();
  }

  showEnabled() {
    this.node.classList.toggle('disabled', !this.enabled);
    this.button?.setAttribute('aria-disabled', String(!this.enabled || !this.bridge.running));
  }

  draw() { return false; }

  /** Asks the bridge for something. */
  async ask(request) {
    if (!this.enabled || !this.bridge.running) return;
    const send = () => fetch(this.bridge.base + '/control', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Evbridge-Token': this.bridge.token },
      body: JSON.stringify({ ...request, control: this.name }),
    });
    try {
      let answer = await send();
      if (answer.status === 403) {
        await this.bridge.renew();
        answer = await send();
      }
      if (!answer.ok) this.bridge.complain((await answer.json()).error);
    } catch {
      this.bridge.complain('The panel does not answer.');
    }
  }
}

/** The look of all controls with that of one in front of it. */
function merged(all = {}, own = {}) {
  const look = { ...all, ...own };
  for (const table of ['colors', 'icons', 'strokes']) look[table] = { ...all[table], ...own[table] };
  return look;
}
