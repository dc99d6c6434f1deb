/** The ingest path on a real journal in its own folder, with keys in memory and a fake clock. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ScoreKind } from '@parley/contract';
import { ApiError } from '../../src/base/errors.ts';
import type { Entry } from '../../src/envelope/journal-entry.ts';
import { Arrivals } from '../../src/ingest/arrivals.ts';
import { type Application, Credentials, hashSecret } from '../../src/ingest/credentials.ts';
import { Duplicates } from '../../src/ingest/duplicates.ts';
import { PayloadParser } from '../../src/ingest/payload-parser.ts';
import { Pending } from '../../src/ingest/pending.ts';
import { RateLimiter } from '../../src/ingest/rate-limiter.ts';
import { received, track } from '../../src/ingest/track.ts';
import { Journal, type JournalOptions } from '../../src/journal/journal.ts';
import type { ReadFrame } from '../../src/journal/reader.ts';
import { entriesIn } from '../../src/otel/expand.ts';
import { RecentCalls } from '../../src/otel/intake/recent-calls.ts';
import type { TelemetryIngest } from '../../src/otel/intake/telemetry-ingest.ts';
import { TelemetryParser } from '../../src/otel/intake/telemetry-parser.ts';
import { JOURNAL_START, readJournal } from './journals.ts';
import { bytesOf, TEST_KEYS } from './payloads.ts';
import { tempFolder } from './temp-folder.ts';

export const NOW = Date.UTC(2025, 0, 10, 12);

export const APPLICATION: Application = {
  id: 'app_1',
  appKey: TEST_KEYS.appKey,
  keys: [
    { id: 'key_1', hash: hashSecret(TEST_KEYS.apiKey), expiresAt: null },
    { id: 'key_2', hash: hashSecret('an expired key'), expiresAt: NOW - 1 },
  ],
  rateLimit: null,
  sessionTimeout: 10,
  keepVectors: true,
};

export type IngestSetup = Partial<JournalOptions> & {
  application?: Partial<Application>;
  stored?: (id: string) => Promise<string | null>;
};

/** The kinds of scores of one application, without a database. */
class MemoryKinds {
  readonly #kinds = new Map<string, ScoreKind>();

  async known(_: string, names: Iterable<string>) {
    return new Map([...this.#kinds].filter(([name]) => new Set(names).has(name)));
  }

  async declare(_: string, kinds: ReadonlyMap<string, ScoreKind>) {
    for (const [name, kind] of kinds) if (!this.#kinds.has(name)) this.#kinds.set(name, kind);
    return new Map(this.#kinds);
  }

  async hasRoom(): Promise<boolean> {
    return true;
  }
}

export class IngestBench {
  readonly folder: string;
  readonly journal: Journal;
  readonly ingest: TelemetryIngest;
  now = NOW;
  changes: Promise<void> | undefined;
  applications = new Map<string, Application>();

  constructor(folder: string, journal: Journal, { application, stored }: IngestSetup) {
    this.folder = folder;
    this.journal = journal;
    this.applications.set(TEST_KEYS.appKey, { ...APPLICATION, ...application });
    const pending = new Pending();
    const duplicates = new Duplicates({ pending, shared: false, stored: stored ?? (async () => null) });
    duplicates.known.complete();
    this.ingest = {
      credentials: new Credentials({ current: () => this.applications, changes: () => this.changes }),
      limiter: new RateLimiter(),
      payloadParser: new PayloadParser(),
      telemetryParser: new TelemetryParser(10 * 1024 * 1024),
      duplicates,
      recentCalls: new RecentCalls(),
      scoreKinds: new MemoryKinds(),
      pending,
      append: (parts) => journal.append(parts),
      keyUses: new Map(),
      arrivals: new Arrivals(),
      now: () => this.now,
    };
  }

  send(payload: unknown, idempotencyKey?: string) {
    const bytes = Buffer.isBuffer(payload) ? payload : bytesOf(payload);
    return track(this.ingest, received(bytes), idempotencyKey);
  }

  /** Sends a request that must be refused, and returns the refusal. */
  async refused(payload: unknown, idempotencyKey?: string): Promise<ApiError> {
    const answer: unknown = await this.send(payload, idempotencyKey).catch((error: unknown) => error);
    assert.ok(answer instanceof ApiError, `not refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  async frames(): Promise<ReadFrame[]> {
    const { frames, damage } = await readJournal(this.folder, this.journal.end);
    assert.deepEqual(damage, []);
    return frames;
  }

  async entries(): Promise<Entry[]> {
    return (await this.frames()).flatMap(({ parts }) => entriesIn(parts));
  }

  async kinds(): Promise<string[]> {
    return (await this.entries()).map(({ head }) => head.kind);
  }

  /** The raw exchange of the journal's only interaction. */
  async onlyExchange(): Promise<{ request: string; response: string }> {
    const [entry, ...others] = await this.entries();
    assert.ok(entry && 'request' in entry);
    assert.deepEqual(others, []);
    return { request: entry.request.toString(), response: entry.response.toString() };
  }

  /** All bytes of the journal on disk. */
  async onDisk(): Promise<Buffer> {
    const names = await readdir(this.folder);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(this.folder, name)))));
  }
}

export async function ingestBench(t: TestContext, setup: IngestSetup = {}): Promise<IngestBench> {
  const folder = await tempFolder();
  const journal = await Journal.open({
    folder,
    node: 'node-1',
    used: JOURNAL_START,
    maxBytes: 64 * 1024 * 1024,
    minFreeBytes: 0,
    needs: [],
    onLeftOver: () => {},
    onTorn: () => {},
    onMissing: () => {},
    onDistrust: () => {},
    onCommit: () => {},
    ...setup,
  });
  const bench = new IngestBench(folder, journal, setup);
  t.after(async () => {
    await bench.ingest.payloadParser.close();
    await bench.ingest.telemetryParser.close();
    await journal.close();
  });
  return bench;
}
