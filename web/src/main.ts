import { mount } from 'svelte';
import App from './App.svelte';
import './style/tokens.css';
import './style/base.css';
import { listen } from './router.svelte';

listen();
mount(App, { target: document.getElementById('page')! });
