/** The explanation of a refusal: what was received, and what to do about it. */
import { TRACK_PATH } from '../track/track-route.ts';
import type { KeyReason } from './explain.ts';
import type { KeyForm, KeyTraces } from './sent-keys.ts';

export function explanationFor(
  reason: KeyReason,
  { ending, form, appKeyHash, apiKeyHash }: KeyTraces,
  path: string,
): string {
  const key = ending === '' ? '' : ` (ending in ${ending})`;
  switch (reason) {
    case 'missing':
      return `A request came without ${missing(appKeyHash, apiKeyHash)}. ${whereKeysGo(path)}`;
    case 'unknown':
      return unknown(form, key);
    case 'revoked':
      return `A request came with an API key that was revoked${key}. Use another key, or make a new one.`;
    case 'expired':
      return `A request came with an API key that has expired${key}. Use the key that replaced it, or make a new one.`;
    case 'archived':
      return 'A request came with the right keys, but this application is archived and takes nothing. Restore it in its settings.';
    case 'wrong_app_key':
      return `A request came with an API key of this application${key}, but with another application key. Both have to be of the same application.`;
    case 'swapped':
      return 'A request came with the keys in each other’s place. The application key begins with pk_, the API key with sk_.';
  }
}

function missing(appKeyHash: string | null, apiKeyHash: string | null): string {
  if (appKeyHash === null && apiKeyHash === null) return 'keys';
  return apiKeyHash === null ? 'an API key' : 'an application key';
}

function whereKeysGo(path: string): string {
  return path === TRACK_PATH
    ? 'Send both keys in every payload, as reconify.appKey and reconify.apiKey.'
    : 'Send both keys as the headers x-parley-app-key and x-parley-api-key.';
}

function unknown(form: KeyForm, key: string): string {
  switch (form) {
    case 'api_key':
      return `A request came with an API key that is not one of this application${key}. Check that both keys are those of this application, on this server.`;
    case 'damaged':
      return `A request came with an API key that is not complete${key}. Copy it once more, from sk_ to the last character.`;
    case 'app_key':
      return 'A request came with an application key where the API key belongs. The API key begins with sk_.';
    case 'read_token':
      return 'A request came with a read token where the API key belongs. Tokens read; to send, use an API key, which begins with sk_.';
    case 'placeholder':
      return 'A request came with a placeholder where the API key belongs. Put your own API key there.';
    case 'other':
      return `A request came with an API key that is not one of this application${key}. Check that it is the key shown here, and not that of your model provider.`;
  }
}
