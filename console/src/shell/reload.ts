const KEY = 'reloaded at';
/** Prevents a reload loop: a page that is still missing after a reload does not exist. */
const AGAIN_MS = 60_000;
const PATIENCE_MS = 3000;

export function serverAnswers(): Promise<boolean> {
  return fetch('/health', { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  window.location.reload();
}
