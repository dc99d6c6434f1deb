import type { Message } from '@parley/contract';
import { count } from '../lib/format.ts';
import { FoldedMessages } from './folded-messages.tsx';
import { MessageView } from './message-view.tsx';
import { pairTools, type ShownMessage } from './pair-tools.ts';
import { PartView } from './part-view.tsx';

type Props = {
  messages: readonly Message[];
  /** The same as they are shown, where the answers of tools come from elsewhere, too. */
  paired?: readonly ShownMessage[] | undefined;
  /** Where the model's answer begins. What was said long before it is folded then. */
  answerFrom?: number;
  /** Messages that the turn before had, too, by their places: they are folded instead. */
  known?: ReadonlySet<number> | null;
};

/** Who said what. The answers of tools stand with their calls. */
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
        // One alone is shorter than what would stand for it.
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

/** Messages in a row that are folded, or are not. */
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

/** So few are not worth a fold. */
const FEW = 3;

/** How many messages stand before the last question. */
function earlierThan(shown: readonly ShownMessage[], answerFrom: number): number {
  const question = shown.findLastIndex(({ role, index }) => role === 'user' && index < answerFrom);
  return question > FEW ? question : 0;
}

/** Longer ones are folded: they are the same every time. */
const LONG_PROMPT = 280;

function SystemPrompt({ message: { role, parts } }: { message: ShownMessage }) {
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  return (
    <details open={length <= LONG_PROMPT} className="rounded-lg border border-line px-3.5 py-2">
      <summary className="text-xs font-semibold text-ink-3">
        System prompt <span className="font-normal">· {count(length)} characters</span>
      </summary>
      <div className="flex flex-col gap-2 pt-2 text-ink-2">
        {parts.map((part) => (
          <PartView key={part.key} part={part} role={role} />
        ))}
      </div>
    </details>
  );
}
