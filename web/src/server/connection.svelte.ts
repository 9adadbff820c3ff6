// The page's one connection to the server. It is opened when something is followed first.
import { ensureUser, onUserChange } from './me.svelte';
import { Socket, type ConnectionState, type WebSocketLike } from './socket';

/** The state of the connection. */
export const connection = $state<{ state: ConnectionState }>({ state: { status: 'off' } });

async function connect(): Promise<WebSocketLike> {
  await ensureUser();
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('no connection'));
  });
  socket.onerror = null;
  return socket as WebSocketLike;
}

export const socket = new Socket(connect, (state) => {
  connection.state = state;
});

addEventListener('online', () => socket.reconnect());
onUserChange(() => socket.reconnect());
