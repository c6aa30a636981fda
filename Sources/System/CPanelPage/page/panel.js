import { mount } from './controls.js';

const { look, token } = JSON.parse(document.getElementById('look').textContent);
// For whoever wants to see what the page knows.
window.evbridge = mount(document, { base: '', look, token, withMessages: true });
