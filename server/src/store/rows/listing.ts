/** Listing of a large interaction, for lists and conversations: its newest messages, long ones shortened. */
import { Message, type Part } from '@parley/contract';
import { z } from 'zod';
import { cutText } from '../../base/cut-text.ts';
import { historyOf, Told } from './history.ts';

/** Maximum length of a message in UTF-16 code units, each of which takes at most six bytes of JSON. */
const MESSAGE_LENGTH = 4000;
/** Length that a part counts beside its texts. */
const PART_LENGTH = 60;
/** Bytes of JSON. Input and output have separate limits, so that the listed history does not depend on the response. */
const INPUT_BYTES = 20 * 1024;
const OUTPUT_BYTES = 8 * 1024;

export const Listing = z.object({
  input: z.array(Message),
  output: z.array(Message),
  /** Messages were shortened or left out. */
  truncated: z.literal(true).optional(),
  /** Identity of the listed messages; absent in rows of earlier versions. */
  told: z.object({ input: z.array(Told), output: z.array(Told) }).optional(),
});
export type Listing = z.infer<typeof Listing>;

type Messages = { input: readonly Message[]; output: readonly Message[] };

export function listingOf({ input, output }: Messages): Listing {
  const newest = fitting(input.toReversed(), INPUT_BYTES);
  const first = fitting(output, OUTPUT_BYTES);
  const listed = { input: newest.messages.reverse(), output: first.messages };
  if (newest.isWhole && first.isWhole) return listed;
  const told = historyOf({ input, output });
  return {
    ...listed,
    truncated: true,
    told: {
      input: told.input.slice(input.length - listed.input.length),
      output: told.output.slice(0, listed.output.length),
    },
  };
}

/** As many messages as fit, but at least one. */
function fitting(messages: readonly Message[], bytes: number): { messages: Message[]; isWhole: boolean } {
  const fit: Message[] = [];
  let isWhole = true;
  let left = bytes;
  for (const message of messages) {
    const short = shortened(message);
    left -= Buffer.byteLength(JSON.stringify(short));
    if (left < 0 && fit.length > 0) return { messages: fit, isWhole: false };
    if (short !== message) isWhole = false;
    fit.push(short);
  }
  return { messages: fit, isWhole };
}

/** The message cut to `MESSAGE_LENGTH`; the same object when it fits. */
function shortened(message: Message): Message {
  let left = MESSAGE_LENGTH;
  let isWhole = true;
  const take = (text: string): string => {
    const taken = cutText(text, Math.max(0, left));
    left -= taken.length;
    if (taken.length < text.length) isWhole = false;
    return taken;
  };
  const content: Part[] = [];
  for (const part of message.content) {
    if (left <= 0) {
      isWhole = false;
      break;
    }
    left -= PART_LENGTH;
    content.push(shortPart(part, take));
  }
  return isWhole ? message : { role: message.role, content };
}

function shortPart(part: Part, take: (text: string) => string): Part {
  const takeIf = (text: string | null) => text && take(text);
  switch (part.type) {
    case 'text':
    case 'thinking':
    case 'refusal':
      return { ...part, text: take(part.text) };
    case 'tool_call':
      return { ...part, id: takeIf(part.id), name: take(part.name), arguments: take(part.arguments) };
    case 'tool_result':
      return { ...part, id: takeIf(part.id), name: takeIf(part.name), text: take(part.text) };
    case 'media':
      return { ...part, mimeType: takeIf(part.mimeType), url: wholeUrl(part.url, take) };
    case 'ranked':
      return part;
    case 'other':
      return { ...part, name: take(part.name) };
  }
}

/** A URL as a whole or not at all. */
function wholeUrl(url: string | null, take: (text: string) => string): string | null {
  return url !== null && take(url) === url ? url : null;
}
