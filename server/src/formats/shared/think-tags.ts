const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Reasoning that a model writes inline before its answer. An answer that is cut off inside its reasoning is
 * all reasoning. Later tags belong to the answer's text. One pass, no pattern matching.
 */
export function splitThinking(text: string): { thinking: string | null; answer: string } {
  const start = text.length - text.trimStart().length;
  if (!text.startsWith(OPEN, start)) return { thinking: null, answer: text };
  const from = start + OPEN.length;
  const end = text.indexOf(CLOSE, from);
  if (end === -1) return { thinking: text.slice(from).trim(), answer: '' };
  return { thinking: text.slice(from, end).trim(), answer: text.slice(end + CLOSE.length).trimStart() };
}
