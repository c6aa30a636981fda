// Draws the controls of a bridge from its events. Used by the panel's own page and, through overlay.js, on somebody
// else's.
import { element } from './control.js';
import { CommandButton, ProgressButton, RecordButton } from './buttons.js';
import { Transform } from './transform.js';
import { sheet } from './look.js';

const kinds = {
  'record-button': RecordButton, 'progress-button': ProgressButton, 'command-button': CommandButton, transform: Transform,
};

/**
 * Shows a bridge in `root`: a document, or a shadow root that fills the window.
 * Returns what a page can use: `update(event, { animated })` shows an event as if the bridge had told of it.
 */
export function mount(root, { base, look, token, withMessages }) {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet()];
  const body = root.body ?? root;
  const stage = element('div', body, { class: 'stage away' });
  const shelf = element('div', stage, { class: 'shelf' });
  const notice = element('div', stage, { class: 'notice', role: 'status', 'aria-live': 'polite' });
  // What is said by bubbles, for who does not see them.
  const voice = element('div', stage, { class: 'voice', role: 'status', 'aria-live': 'polite' });
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const bridge = { stage, shelf, base, look, token, still, controls: new Map(), surfaces: new Map(), running: false };
  let frame = 0;
  bridge.wake = () => { frame ||= requestAnimationFrame(draw); };
  bridge.speak = (text) => { voice.textContent = text; };
  bridge.update = (event, options) => consume({ ...event, ...options });

  /** One frame, for its own time; goes on as long as something moves. */
  function draw(time) {
    frame = 0;
    const now = time / 1000;
    let moves = false;
    for (const [name, control] of bridge.controls) attempt(name, () => { moves = control.draw(now) || moves; });
    if (moves) bridge.wake();
  }

  let blamed = new Set();
  /** What goes wrong with one control does not concern the others. */
  function attempt(name, work) {
    try {
      work();
    } catch (error) {
      if (blamed.has(name)) return;
      blamed.add(name);
      console.error(`evbridge: control ${name}:`, error);
      bridge.complain(`The control ${name} can not be shown.`);
    }
  }

  function say(text) {
    bridge.running = text === '';
    notice.textContent = withMessages ? text : '';
    notice.hidden = notice.textContent === '';
    stage.classList.toggle('away', text !== '');
    for (const control of bridge.controls.values()) control.showEnabled();
  }

  let complaint = 0;
  /** Why a request was refused, for a while. */
  bridge.complain = (text) => {
    if (!bridge.running || !withMessages) return;
    clearTimeout(complaint);
    notice.textContent = text;
    notice.hidden = false;
    complaint = setTimeout(() => { if (bridge.running) notice.hidden = true; }, 4000);
  };

  function consume(event) {
    if (event.type === 'snapshot') return begin(event);
    if (event.type === 'bridge') return say('The bridge is not running.');
    attempt(event.control, () => bridge.controls.get(event.control)?.consume(event, performance.now() / 1000));
    bridge.wake();
  }

  function begin(snapshot) {
    bridge.surfaces = new Map(snapshot.devices.filter((device) => device.width).map((device) => [device.device, device]));
    const told = new Map(snapshot.controls.map((state) => [state.control, state]));
    for (const [name, control] of bridge.controls) {
      if (told.get(name)?.type === control.type) continue;
      control.remove();
      bridge.controls.delete(name);
    }
    say('');
    blamed = new Set();
    const now = performance.now() / 1000;
    for (const [name, state] of told) {
      const kind = kinds[state.type];
      if (!kind) continue;
      attempt(name, () => {
        if (!bridge.controls.has(name)) bridge.controls.set(name, new kind(bridge, state));
        bridge.controls.get(name).restore(state, now);
      });
    }
    sort([...told.keys()]);
    bridge.wake();
  }

  /** The shelf in the order of the configuration. What is moved loses the focus, so nothing is that need not be. */
  function sort(names) {
    const nodes = names.map((name) => bridge.controls.get(name)?.node).filter((node) => node?.parentNode === shelf);
    if (nodes.some((node, index) => shelf.children[index] !== node)) shelf.append(...nodes);
  }

  /** The panel may have been started anew, with another token, and perhaps another look. */
  bridge.renew = async () => {
    const { look, token } = await (await fetch(base + '/look.json')).json();
    if (token === bridge.token) return;
    Object.assign(bridge, { look, token });
    for (const control of bridge.controls.values()) control.remove();
    bridge.controls.clear();
    source.close();
    listen();
  };

  let source;
  let wasOpen = false;
  function listen() {
    source = new EventSource(base + '/events');
    source.onopen = () => {
      if (wasOpen) bridge.renew().catch(() => {});
      wasOpen = true;
    };
    source.onmessage = (message) => consume(JSON.parse(message.data));
    source.onerror = () => {
      say('The panel does not answer; trying again.');
      // The browser itself tries again, unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  }

  say('Waiting for the bridge.');
  listen();
  addEventListener('resize', () => {
    for (const control of bridge.controls.values()) control.place();
    bridge.wake();
  });
  return bridge;
}
