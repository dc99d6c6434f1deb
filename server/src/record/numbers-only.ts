import type { Interaction } from '@parley/contract';

/**
 * The record of an interaction without bodies, as it is read from the store: all counts and measurements,
 * nothing that people or models wrote. An error keeps its type and code, but not its message, which may quote
 * content.
 */
export function numbersOnly(record: Interaction): Interaction {
  const { type = null, code = null } = record.error ?? {};
  return {
    ...record,
    input: [],
    output: [],
    inputText: '',
    outputText: '',
    toolCalls: [],
    vectors: record.vectors && { ...record.vectors, kept: false },
    error: type === null && code === null ? null : { type, code, message: null },
  };
}
