import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listenError } from '../base/listen-error.ts';
import { type Config, ConfigError } from '../config.ts';
import { runningUrl } from '../data-folder/data-folder.ts';

/** Throws if the server's port is taken, before anything is started or downloaded. */
export async function requireFreePort({
  host,
  port,
  data,
}: Pick<Config, 'host' | 'port' | 'data'>): Promise<void> {
  const code = await listenError(host, port);
  if (code === null) return;
  // A second server on the same folder is reported when the folder is opened.
  if (code === 'EADDRINUSE' && existsSync(join(data, 'server.json')) && runningUrl(data) !== null) return;
  const where = `${host}:${port}`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Another program listens on ${where}: stop it, or set PARLEY_PORT (--port).`,
    EACCES: `This user may not listen on ${where}: set PARLEY_PORT (--port) to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set PARLEY_HOST (--host).`,
    ENOTFOUND: `${host} is no address of this machine: set PARLEY_HOST (--host).`,
  };
  throw new ConfigError(sentences[code] ?? `Nothing can listen on ${where} (${code}).`);
}
