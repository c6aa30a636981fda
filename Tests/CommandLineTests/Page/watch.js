// Runs in a page before its own scripts: keeps what the page is told, and what it then shows. Times are in seconds of the
// page's own clock.
window.seen = (() => {
  const events = [];
  const frames = [];

  // What it is told. `at` is before the page itself gets it, `after` when it has.
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (message) => {
        const entry = { at: performance.now() / 1000, event: JSON.parse(message.data) };
        events.push(entry);
        setTimeout(() => { entry.after = performance.now() / 1000; });
      });
    }
  };

  const numbers = (text) => (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);

  /** A computed color: red, green, blue and alpha, 0…1. */
  function color(text) {
    if (text.startsWith('color(srgb')) {
      const [r, g, b, alpha = 1] = numbers(text.slice('color(srgb'.length));
      return [r, g, b, alpha];
    }
    const [r, g, b, alpha = 1] = numbers(text);
    return [r / 255, g / 255, b / 255, alpha];
  }

  const matrix = (style) => (style.transform === 'none' ? [1, 0, 0, 1, 0, 0] : numbers(style.transform.slice('matrix'.length)));

  /** What is computed for one control. */
  function look(node) {
    const style = (selector) => {
      const found = selector ? node.querySelector(selector) : node;
      return found && getComputedStyle(found);
    };
    const bubble = style('.bubble');
    const opacity = (selector) => { const found = style(selector); return found ? Number(found.opacity) : null; };
    const shown = {
      control: node.dataset.control,
      opacities: ['.face', '.ring', '.dot', '.arc', '.icon', '.label'].map(opacity),
      matrix: matrix(style()),
    };
    if (style('.back')) shown.background = color(style('.back').backgroundColor);
    if (style('.dot')) shown.dot = color(style('.dot').fill);
    if (style('.arc')) {
      const dashes = style('.arc').strokeDasharray;
      if (dashes !== 'none') shown.dashes = numbers(dashes);
      shown.stroke = color(style('.arc').stroke);
    }
    if (bubble) {
      shown.bubble = bubble.visibility === 'visible' ? matrix(bubble)[0] : null;
      shown.text = node.querySelector('.bubble').textContent;
    }
    if (style('.icon')) {
      shown.icon = node.querySelector('.icon').textContent;
      shown.pop = matrix(style('.icon'))[0];
    }
    shown.state = node.dataset.state ?? null;
    return shown;
  }

  // What it shows: after each change that a frame made, within that frame. A frame's time is the same for all that
  // happens in it, so it is the time for which the page has drawn.
  new MutationObserver((changes) => {
    const nodes = new Set(changes.map((change) => change.target.closest?.('[data-control]')).filter(Boolean));
    const at = document.timeline.currentTime / 1000;
    for (const node of nodes) frames.push({ at, told: events.length, ...look(node) });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style', 'stroke-dasharray'] });

  return {
    events,
    frames,
    color,
    /** Null as soon as it is so; what there is instead after too long. */
    until: (isSo) => new Promise((resolve) => {
      const start = performance.now();
      const look = () => {
        let is = false;
        try { is = isSo(); } catch { /* It is not there yet. */ }
        if (is) return resolve(null);
        if (performance.now() - start > 20000) {
          return resolve(`${document.readyState}, ${events.slice(-12).map(({ event }) => JSON.stringify(event)).join('\n')}`);
        }
        return requestAnimationFrame(look);
      };
      look();
    }),
    /** The last frame of a control. */
    last: (control) => frames.findLast((frame) => frame.control === control),
    /** Whether it was told of these types, in this order. */
    told: (...types) => {
      let rest = types;
      for (const { event } of events) if (event.type === rest[0]) rest = rest.slice(1);
      return rest.length === 0;
    },
    /** Whether a control's progress went through these states, in this order. */
    went: (control, ...states) => {
      let rest = states;
      for (const { event } of events) {
        if (event.type === 'progress' && event.control === control && event.state === rest[0]) rest = rest.slice(1);
      }
      return rest.length === 0;
    },
    record: () => ({
      events: events.map(({ at, after, event }) => ({ at, after: after ?? performance.now() / 1000, ...event })),
      frames,
    }),
    box: (selector) => {
      const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
      return { x, y, width, height };
    },
    style: (selector, key, pseudo) => getComputedStyle(document.querySelector(selector), pseudo)[key],
  };
})();
