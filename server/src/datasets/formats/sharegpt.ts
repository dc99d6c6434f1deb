/** ShareGPT, with the roles for tools that training frameworks have added to it. */
import { Inexpressible, type Turn } from '../example.ts';
import { argumentsOf, noteDisliked, onlyText, saidBy, systemApart, type Write } from './format.ts';

export const writeShareGpt: Write = (example, note) => {
  const { system, turns } = systemApart(example);
  noteDisliked(example, note);
  const tools = example.tools.map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    parameters,
  }));
  return {
    conversations: turns.map(entryOf),
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: JSON.stringify(tools) }),
  };
};

function entryOf(turn: Exclude<Turn, { role: 'system' }>): { from: string; value: string } {
  if (turn.role === 'user') return { from: 'human', value: onlyText(turn) };
  if (turn.role === 'tool') return { from: 'observation', value: turn.text };
  const [call, another] = turn.calls;
  if (!call) return { from: 'gpt', value: saidBy(turn) };
  if (another) throw new Inexpressible('parallel_calls');
  if (turn.text !== '') throw new Inexpressible('tools', 'A text and a call in one answer.');
  return { from: 'function_call', value: JSON.stringify({ name: call.name, arguments: argumentsOf(call) }) };
}
