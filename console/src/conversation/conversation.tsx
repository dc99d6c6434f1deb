import type { Message, Role } from '@parley/contract';
import { count } from '../lib/format.ts';
import { pairTools, type ShownMessage } from './pair-tools.ts';
import { PartView } from './part-view.tsx';

type Props = {
  messages: readonly Message[];
  /** The same as they are shown, where the answers of tools come from elsewhere, too. */
  paired?: readonly ShownMessage[] | undefined;
  /** Where the model's answer begins. What was said long before it is folded then. */
  answerFrom?: number;
};

/** Who said what. The answers of tools stand with their calls. */
export function Conversation({ messages, paired, answerFrom }: Props) {
  const shown = paired ?? pairTools(messages);
  const [system, spoken] = [
    shown.filter(({ role }) => role === 'system'),
    shown.filter(({ role }) => role !== 'system'),
  ];
  const early = answerFrom === undefined ? 0 : earlierThan(spoken, answerFrom);
  return (
    <div className="flex flex-col gap-4">
      {system.map((message) => (
        <SystemPrompt key={message.index} message={message} />
      ))}
      {early > 0 ? (
        <details className="group">
          <summary className="rounded-md border border-line px-3 py-1.5 text-sm text-ink-2 hover:bg-sunken">
            {count(early)} earlier messages
          </summary>
          <div className="flex flex-col gap-4 pt-4">
            {spoken.slice(0, early).map((message) => (
              <MessageView key={message.index} message={message} />
            ))}
          </div>
        </details>
      ) : null}
      {spoken.slice(early).map((message) => (
        <MessageView key={message.index} message={message} />
      ))}
    </div>
  );
}

/** So few are not worth a fold. */
const FEW = 3;

/** How many messages stand before the last question. */
function earlierThan(shown: readonly ShownMessage[], answerFrom: number): number {
  const question = shown.findLastIndex(({ role, index }) => role === 'user' && index < answerFrom);
  return question > FEW ? question : 0;
}

const NAMES: Record<Role, string> = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' };

function MessageView({ message: { role, parts } }: { message: ShownMessage }) {
  const look = role === 'user' ? 'rounded-lg bg-sunken px-3.5 py-2.5' : 'px-3.5';
  return (
    <article aria-label={NAMES[role]} className={`flex min-w-0 flex-col gap-2 ${look}`}>
      <h3 className={`text-xs font-semibold ${role === 'assistant' ? 'text-accent-strong' : 'text-ink-2'}`}>
        {NAMES[role]}
      </h3>
      {parts.length === 0 ? <p className="text-ink-3">Nothing.</p> : null}
      {parts.map((part) => (
        <PartView key={part.key} part={part} role={role} />
      ))}
    </article>
  );
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
