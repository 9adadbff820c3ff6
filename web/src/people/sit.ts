// Sits down at a table of the lobby and goes there.
import { navigate } from '../router.svelte';
import { callApi } from '../server/api';
import { ensureUser } from '../server/me.svelte';

export async function sit(table: string): Promise<void> {
  await ensureUser();
  await callApi('POST', `/api/tables/${table}/seat`, {});
  navigate(`/t/${table}`);
}
