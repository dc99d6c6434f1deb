/** A Markdown plugin that marks the words of a search in the text; blocks of code mark their own. */
import type { Sought } from '@parley/contract/search';
import { matchesOf } from './search-marks.ts';

type Node = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, never>;
  children?: Node[];
};

export function markWords(terms: readonly Sought[]) {
  return (tree: Node): void => mark(tree, terms);
}

function mark(node: Node, terms: readonly Sought[]): void {
  if (!node.children || node.tagName === 'pre') return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return pieces(child.value ?? '', terms);
    mark(child, terms);
    return child;
  });
}

function pieces(text: string, terms: readonly Sought[]): Node[] {
  const all: Node[] = [];
  let at = 0;
  for (const [start, end] of matchesOf(text, terms)) {
    if (start > at) all.push({ type: 'text', value: text.slice(at, start) });
    const word = { type: 'text', value: text.slice(start, end) };
    all.push({ type: 'element', tagName: 'mark', properties: {}, children: [word] });
    at = end;
  }
  if (at < text.length) all.push({ type: 'text', value: text.slice(at) });
  return all;
}
