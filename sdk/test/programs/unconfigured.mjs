/** Uses the library without configuration. */
import { Parley } from '@parley/sdk';

const codes = [];
const parley = new Parley({ onError: ({ code }) => void codes.push(code) });
process.stdout.write(JSON.stringify({ codes, flushed: await parley.flush() }));
