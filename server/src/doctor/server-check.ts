/** Checks the server of this data folder: whether it runs and is ready. */
import { bad, type Finding, ok } from './finding.ts';

export type ServerState =
  | { kind: 'none' }
  | { kind: 'ready'; url: string; pid: number }
  /** `reason`: the server's answer, or the network error. */
  | { kind: 'not-ready' | 'silent'; url: string; pid: number; reason: string };

const TIMEOUT_MS = 5000;

export async function inspectServer(server: { url: string; pid: number } | null): Promise<ServerState> {
  if (server === null) return { kind: 'none' };
  const { url, pid } = server;
  try {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return { kind: 'ready', url, pid };
    const { message } = (await answer.json()) as { message?: unknown };
    return { kind: 'not-ready', url, pid, reason: String(message) };
  } catch (error) {
    return { kind: 'silent', url, pid, reason: error instanceof Error ? error.message : String(error) };
  }
}

export function checkServer(state: ServerState): Finding[] {
  switch (state.kind) {
    case 'none':
      return [ok('server', 'None runs on this data folder')];
    case 'ready':
      return [ok('server', `Process ${state.pid} is ready at ${state.url}`)];
    case 'not-ready':
      return [bad('server', state.reason, 'See what the reason says; its log says more.')];
    case 'silent':
      return [
        bad(
          'server',
          `Process ${state.pid} does not answer at ${state.url} (${state.reason})`,
          'Look at its log, and restart it.',
        ),
      ];
  }
}
