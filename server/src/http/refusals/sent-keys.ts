/** What is kept of wrong keys: enough to explain them, and nothing that could be used. */
import { hashSecret, hintOf, isWellFormedSecret } from '../../accounts/secrets.ts';
import type { SentKeys } from '../../ingest/keys-in.ts';

/** What an unknown API key looks like. */
export type KeyForm = 'api_key' | 'damaged' | 'app_key' | 'read_token' | 'placeholder' | 'other';

export type KeyTraces = {
  /** Null if none was sent. */
  appKeyHash: string | null;
  apiKeyHash: string | null;
  /** The last four characters of the API key; empty for a short one. */
  ending: string;
  form: KeyForm;
};

export function tracesOf({ appKey, apiKey }: SentKeys): KeyTraces {
  const sent = textIn(apiKey);
  return {
    appKeyHash: hashOf(textIn(appKey)),
    apiKeyHash: hashOf(sent),
    ending: hintOf(sent),
    form: formOf(sent),
  };
}

function textIn(key: unknown): string {
  return typeof key === 'string' ? key : '';
}

function hashOf(text: string): string | null {
  return text === '' ? null : hashSecret(text);
}

const PREFIXES = { sk: 'api_key', pk: 'app_key', rt: 'read_token' } as const;
/** As examples write it, ours and others': YOUR_API_KEY, <API_KEY>, ${API_KEY}, xxxx. */
const PLACEHOLDER = /^(your|my|the)[_ -]|^[<${%]|^x+$|^(api|app)[_-]?key$/i;

function formOf(key: string): KeyForm {
  if (PLACEHOLDER.test(key)) return 'placeholder';
  const prefix = /^(sk|pk|rt)_/.exec(key)?.[1];
  if (prefix !== 'sk' && prefix !== 'pk' && prefix !== 'rt') return 'other';
  return isWellFormedSecret(key) ? PREFIXES[prefix] : 'damaged';
}
