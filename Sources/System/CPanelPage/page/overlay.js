// Puts the controls of a bridge over a page of somebody else's:
//   <script src="http://127.0.0.1:7373/overlay.js"></script>
// The panel must allow the page's origin (panel: origins: in its configuration).
(() => {
  const base = new URL(document.currentScript.src).origin;
  const host = document.createElement('evbridge-overlay');
  host.style.cssText = 'all: initial; direction: ltr; position: fixed; inset: 0; pointer-events: none; z-index: 2147483647;';
  const root = host.attachShadow({ mode: 'open' });
  const begin = async () => {
    document.documentElement.append(host);
    const [{ mount }, look] = await Promise.all([
      import(base + '/controls.js'), fetch(base + '/look.json').then((answer) => answer.json()),
    ]);
    window.evbridge = mount(root, { base, ...look, withMessages: false });
  };
  const complain = (error) => console.error(`evbridge: ${base} does not answer this page: ${error}`);
  begin().catch(complain);
})();
