import { fileURLToPath } from 'node:url';

/** The folder with the figures of all machines. */
export const FOLDER = fileURLToPath(new URL('../../../docs/performance', import.meta.url));
