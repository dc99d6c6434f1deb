import { THUMBS } from '@parley/contract/score-limits';
import { useQueryClient } from '@tanstack/react-query';
import { call, Refusal } from '../api/call.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { toast } from '../ui/toast.tsx';
import { remember, type Said } from './given-scores.ts';
import { valueText } from './score-text.ts';
import type { Target } from './target.ts';
import { COMMENT, isWritten, WRITTEN, type WrittenName } from './written.ts';

/** Longest value of a word. */
const VALUE_LENGTH = 256;

/** Null where the reader's role does not allow it. */
export type GiveScore = (target: Target, name: string, said: Said | null, before: Said | null) => void;

/** Gives, changes or withdraws the reader's own score. It is shown at once, and can be undone. */
export function useGiveScore(appId: string): GiveScore | null {
  const me = useMe();
  const client = useQueryClient();
  if (!mayIn(accountOf(me, appId), 'scores:write')) return null;
  const send = async (target: Target, name: string, said: Said | null, before: Said | null) => {
    remember(target, name, said);
    try {
      await call('POST /v1/scores', {
        query: { app: appId },
        body: {
          [target.type]: target.id,
          name,
          value: said === null ? null : said.value,
          ...(said?.comment ? { comment: said.comment } : {}),
        },
      });
      // A name that is new to the application is offered from now on.
      void client.invalidateQueries({ queryKey: ['GET /v1/score-names'] });
    } catch (error) {
      remember(target, name, before);
      toast({ text: `Not saved: ${reasonOf(error)}`, isError: true });
    }
  };
  return (target, name, said, before) => {
    toast({
      text: doneText(name, said, before),
      undo: () => void send(target, name, before, said),
    });
    void send(target, name, said, before);
  };
}

/** A text as a score. The value of a comment is its beginning, since values are short. */
export function writtenAs(name: WrittenName, text: string): Said {
  if (name !== COMMENT) return { value: true, comment: text };
  return { value: text.slice(0, VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, ''), comment: text };
}

function doneText(name: string, said: Said | null, before: Said | null): string {
  if (isWritten(name))
    return `${WRITTEN[name].label} ${said === null ? 'deleted' : before ? 'changed' : 'added'}`;
  const what = name === THUMBS ? 'Thumbs' : name;
  if (said === null) return `${what} withdrawn`;
  return typeof said.value === 'boolean'
    ? `${what} ${said.value ? 'up' : 'down'}`
    : `${what}: ${valueText(said.value)}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.issues[0]?.message ?? error.message;
  return String(error);
}
