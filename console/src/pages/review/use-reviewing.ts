import type { Answers, ReviewTurn } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';

/** More often than a hold ends. */
const HOLD_EVERY_MS = 4 * 60_000;

/** What the reviewer did last, for those who do not see the page change. */
export type Done = 'answered' | 'skipped' | 'undone' | null;

type Step = { done: Done; run: () => Promise<ReviewTurn> };

/** A reviewer's way through a queue: one item at a time, kept while the page is open. */
export function useReviewing(queueId: string) {
  const [shown, setShown] = useState<{ turn: ReviewTurn; number: number; done: Done } | null>(null);
  /** The comment of the last answer, in case it is undone: the server keeps it with the score only. */
  const lastComment = useRef({ target: '', comment: '' });
  const params = { queueId };
  const take = () => call('POST /v1/review/queues/:queueId/next', { params });
  const step = useMutation({
    mutationFn: ({ run }: Step) => run(),
    onSuccess: (turn, { done }) => setShown((before) => ({ turn, done, number: (before?.number ?? 0) + 1 })),
  });
  const { mutate } = step;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first item of each queue.
  useEffect(() => mutate({ done: null, run: take }), [queueId]);

  const target = shown?.turn.item?.target;
  useEffect(() => {
    if (target === undefined) return;
    const hold = () => {
      if (document.visibilityState === 'hidden') return;
      // Should the item be lost, the answer is refused with the reason.
      const ask = { params: { queueId, target }, body: { action: 'hold' as const } };
      call('POST /v1/review/queues/:queueId/items/:target', ask).catch(() => {});
    };
    const holding = setInterval(hold, HOLD_EVERY_MS);
    return () => clearInterval(holding);
  }, [queueId, target]);

  const act = (body: { action: 'answer'; answers: Answers; comment?: string } | { action: 'skip' }) => {
    if (target === undefined || step.isPending) return;
    mutate({
      done: body.action === 'answer' ? 'answered' : 'skipped',
      run: async () => {
        await call('POST /v1/review/queues/:queueId/items/:target', { params: { queueId, target }, body });
        return take();
      },
    });
  };

  return {
    shown,
    error: step.error,
    isBusy: step.isPending,
    /** The comment that the item had before it was undone. */
    commentOf: (id: string) => (lastComment.current.target === id ? lastComment.current.comment : ''),
    answer(answers: Answers, comment: string) {
      lastComment.current = { target: target ?? '', comment };
      act({ action: 'answer', answers, ...(comment === '' ? {} : { comment }) });
    },
    skip: () => act({ action: 'skip' }),
    next: () => mutate({ done: null, run: take }),
    undo() {
      if (step.isPending) return;
      mutate({ done: 'undone', run: () => call('POST /v1/review/queues/:queueId/undo', { params }) });
    },
  };
}

export type Reviewing = ReturnType<typeof useReviewing>;
