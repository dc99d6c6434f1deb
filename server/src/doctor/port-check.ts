/** Checks whether a server could listen where it is configured to, or what does. */
import { listenError } from '../base/listen-error.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Port = {
  host: string;
  port: number;
  state: 'free' | 'parley' | 'taken' | 'forbidden' | 'no-address';
};

const TIMEOUT_MS = 3000;

export async function inspectPort(host: string, port: number): Promise<Port> {
  const code = await listenError(host, port);
  if (code === null) return { host, port, state: 'free' };
  if (code === 'EACCES') return { host, port, state: 'forbidden' };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return { host, port, state: 'no-address' };
  if (code !== 'EADDRINUSE') throw new Error(`${host}:${port} cannot be listened on (${code})`);
  return { host, port, state: (await isParley(host, port)) ? 'parley' : 'taken' };
}

/** `own`: where the server of this data folder listens; null if none runs. */
export function checkPort({ host, port, state }: Port, own: string | null): Finding[] {
  const where = `${host}:${port}`;
  if (own !== null) return [ok('port', `This server listens at ${own}`)];
  switch (state) {
    case 'free':
      return [ok('port', port === 0 ? 'Any that is free' : `${where} is free`)];
    case 'parley':
      return [
        warn(
          'port',
          `A Parley server on another data folder listens on ${where}`,
          'Say which one you mean with --data, or give this one a port of its own (PARLEY_PORT).',
        ),
      ];
    case 'taken':
      return [bad('port', `Another program listens on ${where}`, 'Stop it, or set PARLEY_PORT.')];
    case 'forbidden':
      return [bad('port', `This user may not listen on ${where}`, 'Set PARLEY_PORT to one above 1023.')];
    case 'no-address':
      return [bad('port', `${host} is no address of this machine`, 'Set PARLEY_HOST.')];
  }
}

async function isParley(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/metrics`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return (await answer.text()).includes('parley_received_total');
  } catch {
    return false;
  }
}
