// A worker with the rules and engines in it, so that the main thread never waits for them.
import type { ThrownRefusal } from './api';
import type { Reply, Request } from './calls';

type Module = {
  default: (from: { module_or_path: string }) => Promise<unknown>;
  call: (name: string, json: string, onProgress?: (json: string) => void) => string;
};

// Built by `cargo xtask web`; where that was not possible there is nothing here, and the page asks the server instead.
const built = import.meta.glob<Module>('./wasm/floe_wasm.js');
const code = import.meta.glob<string>('./wasm/floe_wasm_bg.wasm', { query: '?url', import: 'default' });

const ready: Promise<Module> = (async () => {
  const load = built['./wasm/floe_wasm.js'];
  const where = code['./wasm/floe_wasm_bg.wasm'];
  if (!load || !where) throw new Error('built without the rules');
  const module = await load();
  await module.default({ module_or_path: await where() });
  return module;
})();

const reply = (message: Reply) => postMessage(message);

/** The rules throw a refusal as JSON; anything else is a defect of the page. */
function readRefusal(error: unknown): ThrownRefusal {
  try {
    if (typeof error === 'string') return JSON.parse(error) as ThrownRefusal;
  } catch {
    // Not a refusal.
  }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

onmessage = async ({ data: { id, name, args } }: MessageEvent<Request>) => {
  const module = await ready.catch((error: unknown) => void console.error(error));
  if (!module) return reply({ id, missing: true });
  try {
    const onProgress = (json: string) => reply({ id, progress: JSON.parse(json) });
    reply({ id, ok: JSON.parse(module.call(name, JSON.stringify(args), onProgress)) });
  } catch (error) {
    reply({ id, refused: readRefusal(error) });
  }
};
