import { fileURLToPath } from 'node:url';

/** Where the figures of all machines are. */
export const FOLDER = fileURLToPath(new URL('../../../docs/performance', import.meta.url));
