/** Manifests that were tampered with and sealed again: whatever they name, nothing is written. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { BackupError, type Manifest, readManifest } from '../src/backup/manifest.ts';
import { verifyBackup } from '../src/backup/verify-backup.ts';
import { restore } from '../src/cli/restore.ts';
import { MIGRATIONS } from '../src/metadata/migrations/migrations.ts';
import { MIGRATIONS as STORE_STEPS } from '../src/store/migrations/migrations.ts';
import { INTERACTIONS, OUTLINES, REJECTIONS, SCORES } from '../src/transfer/tables.ts';
import { tempFolder } from './support/temp-folder.ts';

const CONTENT = zstdCompressSync('{"table":"revision","row":{"id":1,"value":1}}\n');
const file = (path: string, content = CONTENT) => ({
  path,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
const slice = (files: string[]) => ({
  appId: 'app_1',
  day: '2026-03-01',
  rows: 1,
  checksum: '1',
  bytes: 1,
  files: files.map((path) => file(path)),
});

/** A valid backup. */
function manifest(): Manifest {
  return {
    format: 1,
    id: '01a1dd11-0b13-43a2-97a8-22a87c075e34',
    version: '0.2.0',
    createdAt: '2026-03-02T00:00:00.000Z',
    since: null,
    storeSteps: STORE_STEPS.length,
    metadata: { steps: Object.keys(MIGRATIONS), rows: 1, file: file('metadata.jsonl.zst') },
    tables: {
      interactions: {
        columns: [...INTERACTIONS.columns],
        slices: [slice(['interactions/app_1/2026-03-01/1.zst'])],
      },
      rejections: { columns: [...REJECTIONS.columns], slices: [] },
      outlines: { columns: [...OUTLINES.columns], slices: [] },
      scores: { columns: [...SCORES.columns], slices: [] },
    },
    journal: { node: 'node-1', segments: [file('journal/3.zst'), file('journal/4.zst')] },
    leftOut: [],
  };
}

function change(make: (contents: Manifest) => void): Manifest {
  const changed = manifest();
  make(changed);
  return changed;
}

const withSegments = (...paths: string[]) =>
  change((contents) => {
    contents.journal = { node: 'node-1', segments: paths.map((path) => file(path)) };
  });
const withNode = (node: string) =>
  change((contents) => {
    contents.journal = { node, segments: [] };
  });
const withFile = (path: string, since: string | null = null) =>
  change((contents) => {
    contents.since = since;
    contents.tables.interactions.slices = [slice([path])];
  });
const withApplication = (appId: string, day = '2026-03-01') =>
  change((contents) => {
    contents.tables.interactions.slices = [{ ...slice([`interactions/${appId}/${day}/1.zst`]), appId, day }];
  });

const OTHER = '01a1dd11-0b13-43a2-97a8-22a87c075e35';
const OWN = 'interactions/app_1/2026-03-01/1.zst';

const HOSTILE_MANIFESTS: Record<string, Manifest> = {
  'a segment that is no number': withSegments('journal/NaN.zst'),
  'a segment without a number': withSegments('journal/.zst'),
  'a segment below zero': withSegments('journal/-1.zst'),
  'a segment that is not whole': withSegments('journal/1.5.zst'),
  'a segment with an exponent': withSegments('journal/1e3.zst'),
  'a segment with zeros before it': withSegments('journal/0003.zst'),
  'a segment that is too large': withSegments(`journal/${'9'.repeat(13)}.zst`),
  'a segment of other digits': withSegments('journal/٣.zst'),
  'a segment of wide digits': withSegments('journal/３.zst'),
  'a segment with a line break': withSegments('journal/3\n.zst'),
  'a segment with something behind it': withSegments('journal/3.zst\0'),
  'a segment elsewhere': withSegments('../journal/3.zst'),
  'a segment by a detour': withSegments('journal/../journal/3.zst'),
  'a segment in another folder': withSegments('other/3.zst'),
  'a segment in other letters': withSegments('Journal/3.ZST'),
  'a segment twice': withSegments('journal/3.zst', 'journal/3.zst'),
  'segments in another order': withSegments('journal/4.zst', 'journal/3.zst'),
  'a node with a line break': withNode('node\nother'),
  'a node with a line break behind it': withNode('node\n'),
  'a node with a NUL': withNode('node\0'),
  'a node that is a path': withNode('../node'),
  'a node that is an option': withNode('-rf'),
  'a node with an escape': withNode('\u001b[2Jnode'),
  'a node that is turned around': withNode('\u202enode'),
  'a node without a name': withNode(''),
  'a node with a long name': withNode('n'.repeat(65)),
  'a node that was left out, with a line break': change((contents) => {
    contents.leftOut = [{ node: 'a\nb', waiting: 1 }];
  }),
  'a file out of the folder': withFile('../../etc/passwd'),
  'a file out of the folder under a name that is right': withFile(`../elsewhere/${OWN}`),
  'an absolute file': withFile('/etc/passwd'),
  'an absolute file under a name that is right': withFile(`/tmp/${OWN}`, OTHER),
  'a file of the backup before, by a detour': withFile(`../full/../../etc/${OWN}`, OTHER),
  'a file of the backup before, by a dot': withFile(`.././full/${OWN}`, OTHER),
  'a file of the backup before, with a NUL': withFile(`../full\0/${OWN}`, OTHER),
  'a file of the backup before that is none': withFile('../full/manifest.json', OTHER),
  'a file of the backup before, inwards': withFile(`full/${OWN}`, OTHER),
  'a file of another day': withFile('interactions/app_1/2026-03-02/1.zst'),
  'a file of another application': withFile('interactions/app_2/2026-03-01/1.zst'),
  'a file of another table': withFile('rejections/app_1/2026-03-01/1.zst'),
  'a file with another number': withFile('interactions/app_1/2026-03-01/2.zst'),
  'a file in other letters': withFile('Interactions/app_1/2026-03-01/1.zst'),
  'a file with a backslash': withFile('interactions\\app_1\\2026-03-01\\1.zst'),
  'a file with a dot': withFile(`./${OWN}`),
  'a file with two slashes': withFile('interactions//app_1/2026-03-01/1.zst'),
  'a file with an overlong name': withFile(`../${'x/'.repeat(4096)}${OWN}`, OTHER),
  'a file twice': change((contents) => {
    contents.tables.interactions.slices = [slice([OWN, OWN])];
  }),
  'a day twice': change((contents) => {
    contents.tables.interactions.slices = [slice([OWN]), slice([OWN])];
  }),
  'a column twice': change((contents) => {
    contents.tables.rejections.columns = ['id', 'id'];
  }),
  'an application that is a path': withApplication('..'),
  'an application with a slash': withApplication('a/b'),
  'an application with a NUL': withApplication('a\0'),
  'an application with a quote': withApplication("a' OR 1=1 --"),
  'an application with a long name': withApplication('a'.repeat(65)),
  'a day that is none': withApplication('app_1', '../../x'),
  'a day that no calendar has': withApplication('app_1', '2026-02-30'),
  'metadata elsewhere': change((contents) => {
    contents.metadata.file = file('../metadata.jsonl.zst');
  }),
  'metadata of another name': change((contents) => {
    contents.metadata.file = file('journal/3.zst');
  }),
  'an id with a line break': change((contents) => {
    contents.id = 'a\nb';
  }),
  'a version with an escape': change((contents) => {
    contents.version = '\u001b[31m9';
  }),
  'no migrations': change((contents) => {
    contents.metadata.steps = [];
  }),
  'a migration twice': change((contents) => {
    const [first = ''] = contents.metadata.steps;
    contents.metadata.steps = [first, first];
  }),
  'a migration that is something else': change((contents) => {
    contents.metadata.steps = ['__proto__'];
  }),
  'fewer rows than none': change((contents) => {
    contents.metadata.rows = -1;
  }),
};

/**
 * Writes a backup whose files exist as the manifest says, wherever a path leads within the temporary folder.
 */
async function backup(contents: Manifest, content = CONTENT): Promise<{ folder: string; target: string }> {
  const around = await tempFolder();
  const folder = join(around, 'backup');
  mkdirSync(folder);
  const files = [
    contents.metadata.file,
    ...contents.tables.interactions.slices.flatMap(({ files }) => files),
    ...(contents.journal?.segments ?? []),
  ];
  for (const { path } of files) {
    const full = join(folder, path);
    if (!full.startsWith(around) || path.includes('\0') || path.length > 1000) continue;
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  const sha256 = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ manifest: contents, sha256 }));
  return { folder, target: join(around, 'target') };
}

async function isRefused(what: string, { folder, target }: { folder: string; target: string }) {
  await assert.rejects(restore(['--from', folder, '--data', target]), (error) => {
    assert.ok(error instanceof BackupError, `${what}: ${error}`);
    assert.doesNotMatch(error.message, /\p{Cc}/u, what);
    return true;
  });
  assert.ok(!existsSync(target), `${what}: something was written`);
}

describe('a tampered and resealed backup', () => {
  it('is not restored whatever it names, and nothing is written', async () => {
    for (const [what, contents] of Object.entries(HOSTILE_MANIFESTS))
      await isRefused(what, await backup(contents));
  });

  it('is not restored if its metadata has rows that no backup has', async () => {
    const row = { id: 1, value: 1 };
    for (const lines of [
      '',
      'no JSON\n',
      `${JSON.stringify({ table: 'kysely_migration', row })}\n`,
      `${JSON.stringify({ table: 'lease', row })}\n`,
      `${JSON.stringify({ table: '__proto__', row })}\n`,
      `${JSON.stringify({ table: 'revision', row: { 'id" --': 1 } })}\n`,
      `${JSON.stringify({ table: 'revision', row: { id: { nested: 1 } } })}\n`,
      `${JSON.stringify({ table: 'revision', row })}\n${JSON.stringify({ table: 'revision', row })}\n`,
    ]) {
      const content = zstdCompressSync(lines);
      const contents = change((made) => {
        made.tables.interactions.slices = [];
        made.journal = null;
        made.metadata.file = file('metadata.jsonl.zst', content);
      });
      await isRefused(lines, await backup(contents, content));
    }
    const content = Buffer.from('not compressed');
    const contents = change((made) => {
      made.tables.interactions.slices = [];
      made.journal = null;
      made.metadata.file = file('metadata.jsonl.zst', content);
    });
    await isRefused('not compressed', await backup(contents, content));
  });
});

describe('an unchanged backup', () => {
  it('is read, and may refer to files of the backup before it', async () => {
    const { folder } = await backup(manifest());
    assert.deepEqual(await verifyBackup(folder, () => {}), manifest());
    for (const path of [`../full/${OWN}`, `../../week 1/Sicherung für März/${OWN}`, `../${OWN}`]) {
      const contents = withFile(path, OTHER);
      assert.deepEqual(readManifest((await backup(contents)).folder), contents);
    }
  });
});
