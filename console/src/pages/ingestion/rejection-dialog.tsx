import type { Rejection } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IssueList } from './issue-list.tsx';
import { RawPayload } from './raw-payload.tsx';
import { ReplayResult } from './replay-result.tsx';

type Props = { rejection: Rejection; mayReplay: boolean; replayNow: boolean; onClose: () => void };

/** A rejected payload with its issues, and a button to replay it. */
export function RejectionDialog({ rejection, mayReplay, replayNow, onClose }: Props) {
  const { id, issues, appId, replayedAs } = rejection;
  const replay = useChange('POST /v1/rejections/:id/replay');
  const { mutate } = replay;
  const begun = useRef(false);
  useEffect(() => {
    if (!replayNow || begun.current) return;
    // React runs effects twice in development; a payload is replayed once.
    begun.current = true;
    mutate({ params: { id } });
  }, [replayNow, mutate, id]);
  return (
    <Dialog open side title="Rejected payload" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <section aria-label="Why it was rejected" className="flex flex-col gap-2">
          <h3 className="font-semibold">Why it was rejected</h3>
          <IssueList issues={issues} />
        </section>
        {mayReplay && replayedAs === null ? (
          <section aria-label="Replay" className="flex flex-col items-start gap-3">
            {replay.isSuccess ? null : (
              <Button busy={replay.isPending} onClick={() => mutate({ params: { id } })}>
                {replay.isPending ? 'Replaying…' : 'Replay'}
              </Button>
            )}
            <div role="status" className="w-full">
              <ReplayResult appId={appId} accepted={replay.data} error={replay.error} />
            </div>
          </section>
        ) : null}
        <section aria-label="Payload" className="flex flex-col gap-2">
          <h3 className="font-semibold">Payload, API key hidden</h3>
          <RawPayload id={id} />
        </section>
      </div>
    </Dialog>
  );
}
