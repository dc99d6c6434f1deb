/**
 * API keys created in this window, by application. The server returns each of them once, so the page that
 * creates one passes it to the page that shows it: in memory, never in an address or storage.
 */
const keys = new Map<string, string>();

export function rememberKey(appId: string, apiKey: string): void {
  keys.set(appId, apiKey);
}

export function newApiKey(appId: string): string | undefined {
  return keys.get(appId);
}
