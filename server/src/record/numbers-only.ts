import type { Interaction } from '@parley/contract';

/**
 * The record of an interaction whose bodies are not kept, as it is read from the store: everything that
 * was counted and measured, nothing that people and models said. An error keeps its type and code: its
 * message may quote them.
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
