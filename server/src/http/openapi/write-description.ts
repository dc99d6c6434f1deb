/** A thread that writes the description of the API and ends: it takes half a second, too long for the acknowledging thread. */
import { parentPort } from 'node:worker_threads';
import { openapi } from './openapi.ts';

parentPort?.postMessage(JSON.stringify(openapi()));
