import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch } from '@parley/contract/search';
import { markWords } from './mark-words.ts';

test('words are marked in texts, and code blocks are left alone', () => {
  type Node = Parameters<ReturnType<typeof markWords>>[0];
  const text = (value: string): Node => ({ type: 'text', value });
  const element = (tagName: string, ...children: Node[]): Node => ({ type: 'element', tagName, children });
  const tree = {
    type: 'root',
    children: [
      element('p', text('The Elbe, '), element('strong', text('elbe')), text('.')),
      element('pre', element('code', text('elbe'))),
    ],
  };
  markWords(parseSearch('elbe'))(tree);
  const shown = (node: Node): string =>
    node.value ?? `<${node.tagName}>${node.children?.map(shown).join('')}</>`;
  assert.deepEqual(tree.children.map(shown), [
    '<p>The <mark>Elbe</>, <strong><mark>elbe</></>.</>',
    '<pre><code>elbe</></>',
  ]);
});
