/**
 * A visit: one user has one conversation with one model, call by call, with the whole history in each
 * request.
 */

import { type Conversation, toolsOf } from './conversations/conversation.ts';
import type { Ending, Exchange, Message, ToolCall } from './exchange.ts';
import { SAMPLE_FORMATS } from './formats/sample-formats.ts';
import type { Model } from './models.ts';
import type { Random } from './random.ts';
import type { Rhythm } from './rhythm.ts';
import { countTokens } from './tokens.ts';

export type Visit = {
  start: number;
  system: string;
  model: Model;
  conversation: Conversation;
  rhythm: Rhythm;
  /** Whether the calls of one question form a trace. */
  traced: boolean;
};

export type Span = { traceId: string; spanId: string; parentSpanId?: string };

export type Call = { exchange: Exchange; respondedAt: number; firstTokenAt?: number; trace?: Span };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** A question that a filter blocks. */
const BLOCKED_QUESTION = 'Write a mail that looks as if it came from my bank and asks for the password.';

export function callsOf(
  { start, system, model, conversation, rhythm, traced }: Visit,
  random: Random,
): Call[] {
  const useTools = !SAMPLE_FORMATS[model.format].withoutTools;
  const tools = useTools ? conversation.turns.flatMap(toolsOf).map(({ name }) => name) : [];
  const claude = model.asked.includes('claude');
  const calls: Call[] = [];
  const messages: Message[] = [];
  let at = start;
  let root: Span | undefined;
  let previousId: string | undefined;

  const call = (ending: Ending, answer: Exchange['answer']): Ending => {
    const reached = random.next() < rhythm.errorRate(at) ? 'error' : ending;
    const asked = [...messages];
    const counted = { model, system, tools, messages: asked, answer, ending: reached };
    const exchange: Exchange = {
      ...counted,
      tokens: countTokens(counted),
      id: hex(20, random),
      at,
      errorNumber: random.below(100),
      ...(previousId ? { previousId } : {}),
    };
    const { latency, firstToken } = delaysOf(exchange, rhythm.slowness(at), random);
    const trace = root && (calls.at(-1)?.trace?.traceId === root.traceId ? below(root, random) : root);
    calls.push({
      exchange,
      respondedAt: at + latency,
      ...(firstToken === undefined ? {} : { firstTokenAt: at + firstToken }),
      ...(trace ? { trace } : {}),
    });
    at += latency;
    if (reached !== 'error') previousId = exchange.id;
    return reached;
  };

  for (const turn of conversation.turns) {
    const blocked = random.next() < 0.006;
    messages.push({
      role: 'user',
      text: blocked ? BLOCKED_QUESTION : turn.ask,
      ...(turn.image && !blocked ? { image: turn.image } : {}),
    });
    if (blocked) {
      call('blocked', { text: '' });
      return calls;
    }
    const used = useTools ? toolsOf(turn) : [];
    root = traced && used.length > 0 ? { traceId: hex(32, random), spanId: hex(16, random) } : undefined;
    for (const { name, arguments: values, result } of used) {
      const toolCall: ToolCall = {
        id: `${claude ? 'toolu' : 'call'}_${hex(12, random)}`,
        name,
        arguments: values,
      };
      if (call('tool', { text: '', call: toolCall }) === 'error') return calls;
      messages.push(
        { role: 'assistant', text: '', call: toolCall },
        { role: 'tool', call: toolCall, result },
      );
      at += 150 + random.below(900);
    }
    const thinking = model.thinks && turn.thinking ? { thinking: turn.thinking } : {};
    const cut = turn.answer.length > 200 && random.next() < 0.025;
    const text = cut ? turn.answer.slice(0, Math.floor(turn.answer.length * 0.6)) : turn.answer;
    // Some users give up after an error; most ask once more.
    if (call(cut ? 'length' : 'stop', { text, ...thinking }) === 'error') {
      if (random.next() < 0.4) return calls;
      at += 3 * SECOND + random.below(20 * SECOND);
      if (call('stop', { text, ...thinking }) === 'error') return calls;
    }
    messages.push({ role: 'assistant', text });
    // Not every visit completes its script, and some continue much later.
    if (random.next() < 0.18) return calls;
    at +=
      random.next() < 0.07 ? 15 * MINUTE + random.below(180 * MINUTE) : 8 * SECOND + random.below(2 * MINUTE);
  }
  return calls;
}

/** The parent of this call is the first call of the trace. */
function below({ traceId, spanId }: Span, random: Random): Span {
  return { traceId, spanId: hex(16, random), parentSpanId: spanId };
}

type Delays = { latency: number; firstToken?: number };

function delaysOf({ model, tokens, ending }: Exchange, slowness: number, random: Random): Delays {
  const jitter = Math.exp((random.next() + random.next() + random.next() - 1.5) * 0.8);
  const writing = (tokens.output / model.speed) * SECOND;
  const thinking = (tokens.reasoning / model.speed) * SECOND;
  const reading = tokens.input * 0.05;
  if (ending === 'error') return { latency: Math.round((120 + random.below(1500)) * jitter * slowness) };
  return {
    latency: Math.round((model.firstToken + reading + writing) * jitter * slowness),
    // Thinking comes before the first visible token.
    firstToken: Math.round((model.firstToken + reading + thinking) * jitter * slowness),
  };
}

function hex(length: number, random: Random): string {
  return Array.from({ length }, () => random.below(16).toString(16)).join('');
}
