/// The page's one connection to the server. It is opened when something is followed first.
import { beSomebody, onSomebodyElse } from './me.svelte';
import { Socket, type LinkState, type Wire } from './socket';

/// How the connection stands, for whoever wants to say so.
export const link = $state<{ state: LinkState }>({ state: { is: 'off' } });

async function connect(): Promise<Wire> {
  await beSomebody();
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const wire = new WebSocket(`${scheme}://${location.host}/api/socket`);
  await new Promise<void>((done, fail) => {
    wire.onopen = () => done();
    wire.onerror = () => fail(new Error('no connection'));
  });
  wire.onerror = null;
  return wire as Wire;
}

export const socket = new Socket(connect, (state) => {
  link.state = state;
});

addEventListener('online', () => socket.again());
onSomebodyElse(() => socket.again());
