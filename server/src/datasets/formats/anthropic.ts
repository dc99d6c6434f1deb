/** Fine-tuning of Claude on Amazon Bedrock: texts of people and model in turns, no tools. */
import { Inexpressible } from '../example.ts';
import { noteDisliked, onlyText, saidBy, systemApart, type Write } from './format.ts';

export const writeAnthropic: Write = (example, note) => {
  const { system, turns } = systemApart(example);
  noteDisliked(example, note);
  const messages: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const turn of turns) {
    if (turn.role === 'tool' || (turn.role === 'assistant' && turn.calls.length > 0))
      throw new Inexpressible('tools');
    const content = turn.role === 'user' ? onlyText(turn) : saidBy(turn);
    const last = messages.at(-1);
    if (last?.role === turn.role) {
      note('merged');
      last.content += `\n\n${content}`;
    } else messages.push({ role: turn.role, content });
  }
  return { ...(system === '' ? {} : { system }), messages };
};
