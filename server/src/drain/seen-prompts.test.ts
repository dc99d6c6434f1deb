import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { readMetadata, withMetadataSnapshot } from '../metadata/copy-metadata.ts';
import type { PromptParts } from '../record/prompt-parts.ts';
import { SeenPrompts } from './seen-prompts.ts';

const TEXT =
  'You are the agent of a shop. Answer politely and briefly. Never promise a refund before the check.';
const AT = Date.UTC(2026, 10, 17);

const parts = (text: string, more: Partial<PromptParts> = {}): PromptParts => ({
  name: null,
  version: null,
  text,
  tools: [],
  begins: true,
  ...more,
});

test('what one node has learned, another knows, also after a restart', async (t) => {
  const { db } = await testMetadata(t);
  const nodes = ['a', 'b'].map((node) => new SeenPrompts({ db, node, keepsTexts: () => true }));
  const ids: (string | undefined)[] = [];
  for (const [i, node] of [...nodes, ...nodes].entries()) {
    await node.lookUp(['app_1']);
    ids.push(node.promptOf('app_1', parts(`${TEXT} The customer is called Customer${i}.`), AT)?.id);
    await node.save();
    node.saved();
  }
  const restarted = new SeenPrompts({ db, node: 'a', keepsTexts: () => true });
  await restarted.lookUp(['app_1']);
  ids.push(restarted.promptOf('app_1', parts(TEXT.replace('briefly', 'at length')), AT)?.id);
  assert.equal(new Set(ids).size, 1);
  assert.match(ids[0] ?? '', /^you-are-the-agent-of-[0-9a-f]{8}$/);
});

test('applications do not share what is known, and ids have words only where texts are kept', async (t) => {
  const { db } = await testMetadata(t);
  const prompts = new SeenPrompts({ db, node: 'a', keepsTexts: (appId) => appId === 'app_1' });
  await prompts.lookUp(['app_1', 'app_2']);
  const ids = ['app_1', 'app_2'].map((appId) => prompts.promptOf(appId, parts(TEXT), AT)?.id);
  assert.match(ids[1] ?? '', /^prompt-[0-9a-f]{8}$/);
  assert.notEqual(ids[0], ids[1]);
});

test('a name is the identity, and a call without text, tools and name has none', async (t) => {
  const { db } = await testMetadata(t);
  const prompts = new SeenPrompts({ db, node: 'a', keepsTexts: () => true });
  await prompts.lookUp(['app_1']);
  const named = prompts.promptOf('app_1', parts(TEXT, { name: 'shop-agent', version: '7' }), AT);
  assert.deepEqual([named?.id, named?.version], ['shop-agent', '7']);
  assert.equal(prompts.promptOf('app_1', parts(''), AT), null);
  assert.equal(prompts.promptOf('app_1', parts('', { name: 'empty' }), AT)?.features, '');
  assert.notEqual(prompts.promptOf('app_1', parts('', { tools: ['search {}'] }), AT), null);
});

test('a row that is derived again teaches nothing, and keeps its prompt if nothing fits', async (t) => {
  const { db } = await testMetadata(t);
  const prompts = new SeenPrompts({ db, node: 'a', keepsTexts: () => true });
  await prompts.lookUp(['app_1']);
  assert.equal(prompts.promptOf('app_1', parts(TEXT), AT, 'before')?.id, 'before');
  const id = prompts.promptOf('app_1', parts(TEXT), AT)?.id;
  assert.equal(prompts.promptOf('app_1', parts(TEXT), AT, 'before')?.id, id);
});

test('a backup of the metadata has them', async (t) => {
  const { db } = await testMetadata(t);
  const prompts = new SeenPrompts({ db, node: 'a', keepsTexts: () => true });
  await prompts.lookUp(['app_1']);
  prompts.promptOf('app_1', parts(TEXT), AT);
  await prompts.save();
  const copied = await withMetadataSnapshot(db, (tx) => Array.fromAsync(readMetadata(tx)));
  assert.equal(copied.filter(({ table }) => table === 'prompt_family').length, 1);
});
