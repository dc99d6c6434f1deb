/** Real exchanges are accepted: the fixtures of the formats, and recorded exchanges if present. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isObject } from '../base/json.ts';
import { readEnvelope } from '../envelope/envelope.ts';
import { Notes } from '../envelope/notes.ts';

const FIXTURES = fileURLToPath(new URL('../../test/fixtures/formats/', import.meta.url));
const RECORDED = fileURLToPath(new URL('../../../../shared/exchanges/', import.meta.url));

const STREAMS = fileURLToPath(new URL('../../test/fixtures/streams/', import.meta.url));

type File = {
  path: string;
  format: string;
  type?: string;
  request: unknown;
  response?: unknown;
  /** The raw text of a streamed response, or its events in `chunks`. */
  transcript?: string;
  chunks?: unknown[];
  expect?: { warnings?: string[] };
};

function exchangesIn(folder: string): File[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, ...JSON.parse(readFileSync(path, 'utf8')) }));
}

/** The response as a client would post it. */
function responseOf({ response, transcript, chunks }: File): unknown {
  if (transcript !== undefined) return { stream: transcript };
  return chunks === undefined ? response : { chunks };
}

/** A page of HTML instead of JSON cannot be kept; some fixtures name the wrong format or type on purpose. */
function isMeantToBeRefused(file: File): boolean {
  const { expect } = file;
  return (
    !isObject(responseOf(file)) || (expect?.warnings ?? []).some((code) => code.includes('_contradicts_'))
  );
}

function issuesOf(file: File): string[] {
  const { path, format, request } = file;
  const response = responseOf(file);
  const type = file.type ?? (format === 'openai' ? 'response' : 'chat');
  const notes = new Notes();
  const reconify = { format, type, version: '3.1.0', appKey: 'a', apiKey: 'b' };
  readEnvelope({ reconify, request, response }, Date.now(), 10, notes);
  return notes.issues.map(({ message }) => `${basename(path)}: ${message}`);
}

test('every exchange that a format can read is accepted', (context) => {
  const recorded = existsSync(RECORDED)
    ? ['', 'errors', 'newer', 'streamed'].flatMap((folder) => exchangesIn(join(RECORDED, folder)))
    : [];
  context.diagnostic(`${recorded.length} recorded exchanges beside the fixtures`);
  const files = [...exchangesIn(FIXTURES), ...exchangesIn(STREAMS), ...recorded];
  assert.ok(files.length > 50);
  for (const file of files) {
    if (!isMeantToBeRefused(file)) assert.deepEqual(issuesOf(file), []);
  }
});
