// Calls to the server over HTTP. The session cookie is sent automatically.
import { t } from '../texts';
import type { RefusalKind } from '../rules/api';
import type { ErrorBody, ErrorCode } from './wire';

/** The server's own sentence about what was wrong, or ours when it cannot be reached; with the kind of refusal, where the
 * rules or a table refused. */
export class ApiError extends Error {
  constructor(readonly code: ErrorCode | 'unreachable', message: string, readonly kind?: RefusalKind) {
    super(message);
  }
}

/** Asks the server: `callApi<Me>('GET', '/api/me')`. */
export async function callApi<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('unreachable', t('common.serverAway'));
  }
  const text = await answer.text();
  if (!answer.ok) throw apiError(answer.status, text);
  return (text ? JSON.parse(text) : undefined) as T;
}

function apiError(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: ErrorBody };
    return new ApiError(error.code, error.message, error.kind);
  } catch {
    // A proxy that answers for an offline server sends no message of ours.
    return new ApiError('unreachable', status >= 500 ? t('common.serverAway') : t('common.serverOdd', { status }));
  }
}
