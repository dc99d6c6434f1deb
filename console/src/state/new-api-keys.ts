/**
 * API keys that were made in this window, by application. The server shows each of them once, so the page that
 * makes one hands it to the page that shows it: in memory, never in an address or a storage. A reload forgets.
 */
const keys = new Map<string, string>();

export function rememberKey(appId: string, apiKey: string): void {
  keys.set(appId, apiKey);
}

export function newApiKey(appId: string): string | undefined {
  return keys.get(appId);
}
