// The look of the controls. A constructed sheet: it works inside a shadow root, and under a page's own policy.

const rules = `
.stage { position: fixed; inset: 0; pointer-events: none; overflow: hidden;
  font-family: "DejaVu Sans", sans-serif; font-size: 16px; line-height: 1.2; }
.shelf { position: absolute; inset: 0; display: flex; flex-wrap: wrap; gap: 48px; align-items: center; justify-content: center; }
.control { position: relative; width: 120px; height: 120px; font-family: var(--font, inherit); }
.control.placed { position: absolute; }
.control.transform { position: absolute; inset: 0; width: auto; height: auto; transform-origin: 0 0; will-change: transform; }
.face { position: absolute; inset: 0; width: 100%; height: 100%; padding: 0; border: 0; background: none;
  color: inherit; font: inherit; pointer-events: auto; touch-action: none; -webkit-tap-highlight-color: transparent; }
.face:focus { outline: none; }
.face:focus-visible { outline: 3px solid #6cf; outline-offset: 4px; border-radius: 8px; }
.back { position: absolute; inset: 0; margin: auto; border-radius: 50%; aspect-ratio: 1; max-width: 100%; max-height: 100%;
  background-color: rgb(from var(--background, #555) r g b / calc(alpha * var(--press, 1))); }
.command-button .back { border-radius: 12px; aspect-ratio: auto; }
.command-button.round .back { border-radius: 50%; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.ring, .arc { fill: none; }
.ring { stroke: var(--ring, white); }
.dot { --darker: 0; fill: rgb(from var(--record, red) max(r - var(--darker), 0) max(g - var(--darker), 0)
  max(b - var(--darker), 0) / calc(alpha * var(--press, 1))); }
.selected .dot { --darker: 51; }
.record-button .arc { stroke: var(--progress, #fb0); }
.disabled .ring, .disabled .dot, .disabled .arc, .disabled .label, .disabled .icon { opacity: 0.5; }
.error .ring { stroke: var(--error, #f80); }
.progress-button[data-state="default"] .arc { stroke: var(--stroke-default, #888); }
.progress-button[data-state="inProgress"] .arc { stroke: var(--stroke-inProgress, #39f); }
.progress-button[data-state="suspended"] .arc { stroke: var(--stroke-suspended, #fa0); }
.progress-button[data-state="completed"] .arc { stroke: var(--stroke-completed, #3c3); }
.progress-button.error .arc { stroke: var(--error, #f80); }
.progress-button.touched .face { opacity: var(--touched, 0.5); }
.icon, .label { position: absolute; inset: 0; display: grid; place-items: center; text-align: center; }
.icon { font-size: 32px; color: var(--icon, white); transform: scale(var(--pop, 1)); }
.label { color: var(--text, white); }
.bubble { position: absolute; left: 50%; bottom: calc(100% + 15px); padding: 5px; border-radius: 5px; font-size: 12px;
  color: var(--bubble-text, white); background: var(--bubble, rgb(0 0 0 / 0.8)); white-space: nowrap; visibility: hidden;
  transform-origin: 50% calc(100% + 5px); transform: translateX(-50%) scale(var(--size, 0)); }
.bubble.shown { visibility: visible; }
.bubble::after { content: ""; position: absolute; left: 50%; top: 100%; margin-left: -5px; border: 5px solid transparent;
  border-bottom-width: 0; border-top-color: var(--bubble, rgb(0 0 0 / 0.8)); }
.sticker { position: absolute; left: 50%; top: 50%; max-width: 60%; translate: -50% -50%; color: var(--text, white);
  font-size: 40px; user-select: none; }
.sticker.image { max-height: 60%; }
.sticker:not(.image, .fragment) { padding: 24px; border-radius: 16px; background: var(--background, #fff4); }
.notice { position: absolute; left: 50%; bottom: 24px; translate: -50%; padding: 8px 16px; border-radius: 8px;
  color: white; background: rgb(160 0 0 / 0.9); }
.notice[hidden] { display: none; }
.voice { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.away .control { opacity: 0.5; }
`;

/** One sheet for everybody. */
export function sheet() {
  const made = new CSSStyleSheet();
  made.replaceSync(rules);
  return made;
}
