/**
 * API keys that were created in this window, by application. The server returns each key once, so the page
 * that creates one hands it to the page that shows it: in memory, never in the address or in storage.
 */
const keys = new Map<string, string>();

export function rememberKey(appId: string, apiKey: string): void {
  keys.set(appId, apiKey);
}

export function newApiKey(appId: string): string | undefined {
  return keys.get(appId);
}
