/** A thread that writes the description of the API and ends: half a second that holds up nobody who is acknowledged. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Assets, docsPage } from './docs/page.ts';
import { openapi } from './openapi.ts';

export type Description = { json: string; page: string };

const assets: Assets = workerData;
const document = openapi();
const description: Description = { json: JSON.stringify(document), page: docsPage(document, assets) };
parentPort?.postMessage(description);
