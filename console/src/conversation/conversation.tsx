import type { Message } from '@parley/contract';
import { useContext, useState } from 'react';
import { count } from '../lib/format.ts';
import { FoldedMessages } from './folded-messages.tsx';
import { MessageView } from './message-view.tsx';
import { pairTools, type ShownMessage } from './pair-tools.ts';
import { PartView } from './part-view.tsx';
import { hasMatch, SearchMarksContext, termsOf } from './search-marks.ts';

type Props = {
  messages: readonly Message[];
  /** The messages with tool results paired, where results come from later turns. */
  paired?: readonly ShownMessage[] | undefined;
  /** The index at which the model's answer begins. Messages long before it are folded. */
  answerFrom?: number;
  /** Indexes of messages that the previous turn had, too; these are folded instead. */
  known?: ReadonlySet<number> | null;
};

/** The messages of a conversation. Tool results are next to their calls. */
export function Conversation({ messages, paired, answerFrom, known = null }: Props) {
  const shown = paired ?? pairTools(messages);
  const [system, spoken] = [
    shown.filter(({ role }) => role === 'system'),
    shown.filter(({ role }) => role !== 'system'),
  ];
  const early = answerFrom === undefined || known ? 0 : earlierThan(spoken, answerFrom);
  const isFolded = ({ index }: ShownMessage, place: number) => (known ? known.has(index) : place < early);
  return (
    <div className="flex flex-col gap-4">
      {system.map((message) => (
        <SystemPrompt key={message.index} message={message} />
      ))}
      {runsOf(spoken, isFolded).map(({ folded, run: [first, ...others] }) => {
        const views = [first, ...others].map((message) => (
          <MessageView key={message.index} message={message} />
        ));
        // A single message takes no more space than its fold.
        if (!folded || others.length === 0) return views;
        const title = `${count(views.length)} earlier messages`;
        return (
          <FoldedMessages key={first.index} title={title} messages={[first, ...others]}>
            {views}
          </FoldedMessages>
        );
      })}
    </div>
  );
}

type Run = { folded: boolean; run: [ShownMessage, ...ShownMessage[]] };

/** Consecutive messages that are all folded or all shown. */
function runsOf(
  messages: readonly ShownMessage[],
  isFolded: (message: ShownMessage, place: number) => boolean,
): Run[] {
  const runs: Run[] = [];
  for (const [place, message] of messages.entries()) {
    const folded = isFolded(message, place);
    const last = runs.at(-1);
    if (last?.folded === folded) last.run.push(message);
    else runs.push({ folded, run: [message] });
  }
  return runs;
}

/** Up to this many earlier messages are not folded. */
const MAX_UNFOLDED = 3;

/** The number of messages before the last question. */
function earlierThan(shown: readonly ShownMessage[], answerFrom: number): number {
  const question = shown.findLastIndex(({ role, index }) => role === 'user' && index < answerFrom);
  return question > MAX_UNFOLDED ? question : 0;
}

/** Longer system prompts are folded: they are the same every time. */
const LONG_PROMPT = 280;

function SystemPrompt({ message: { role, parts, index } }: { message: ShownMessage }) {
  const marks = useContext(SearchMarksContext);
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  const [openAtFirst] = useState(() => {
    const terms = termsOf(marks, role, index);
    return length <= LONG_PROMPT || parts.some((part) => 'text' in part && hasMatch(part.text, terms));
  });
  return (
    <details open={openAtFirst} className="rounded-lg border border-line px-3.5 py-2">
      <summary className="text-xs font-semibold text-ink-3">
        System prompt <span className="font-normal">· {count(length)} characters</span>
      </summary>
      <div className="flex flex-col gap-2 pt-2 text-ink-2">
        {parts.map((part) => (
          <PartView key={part.key} part={part} role={role} index={index} />
        ))}
      </div>
    </details>
  );
}
