import { mount } from 'svelte';
import App from './App.svelte';
import './style/tokens.css';
import './style/base.css';
import { startRouter } from './router.svelte';

startRouter();
mount(App, { target: document.getElementById('page')! });

// Once the page is loaded, cache it for use without a network.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('Floe will not work offline:', error));
  });
}
