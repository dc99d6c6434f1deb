import type { Snippet } from '@parley/contract';

/** A text with its search matches marked. */
export function SnippetText({ snippet: { text, matches } }: { snippet: Snippet }) {
  if (matches.length === 0) return text;
  const pieces = matches.map(([from, to], i) => (
    <span key={from}>
      {text.slice(matches[i - 1]?.[1] ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <>
      {pieces}
      {text.slice(matches.at(-1)?.[1])}
    </>
  );
}
