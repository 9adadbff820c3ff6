/// Who the server says we are. Nothing is asked before something needs it.
import type { Me } from './wire';

export const me = $state<{ you: Me | null }>({ you: null });
