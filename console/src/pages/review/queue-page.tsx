import type { ReviewQueue } from '@parley/contract';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { StoreBanner } from '../../shell/store-banner.tsx';
import { useMe } from '../../state/me.ts';
import { ACTION, Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { ItemView } from './item-view.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { NothingLeft } from './nothing-left.tsx';
import { ProgressBar, progressText } from './progress-bar.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { type Done, useReviewing } from './use-reviewing.ts';

const route = getRouteApi('/review/$queueId');

/** The conversation, the questions, and nothing else. */
export function QueuePage() {
  const { queueId } = route.useParams();
  const { data: queue, error } = useAsk('GET /v1/review/queues/:queueId', { params: { queueId } });
  if (queue) return <Reviewing key={queue.id} queue={queue} />;
  return (
    <>
      <StoreBanner />
      <main id="main" className="mx-auto flex max-w-2xl flex-col gap-4 p-6">
        <h1 className="text-xl font-semibold">Review</h1>
        {error instanceof Refusal && error.status === 404 ? (
          <p>This queue doesn’t exist, or isn’t assigned to you.</p>
        ) : error ? (
          <ErrorState error={error} />
        ) : (
          <SkeletonRows />
        )}
        <Link to="/review" className="text-accent underline">
          Review queues
        </Link>
      </main>
    </>
  );
}

const DONE: Record<NonNullable<Done>, string> = {
  answered: 'Saved.',
  skipped: 'Skipped.',
  undone: 'Undone.',
};

function Reviewing({ queue }: { queue: ReviewQueue }) {
  const reviewing = useReviewing(queue.id);
  const { shown, error, isBusy } = reviewing;
  const [said, setSaid] = useState('');
  const [helps, setHelps] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { applications } = useMe();
  const progress = shown?.turn.progress ?? queue.progress;
  const item = shown?.turn.item ?? null;
  const number = shown?.number;

  useEffect(() => {
    document.title = `${queue.name} · Review · Parley`;
  }, [queue.name]);
  // The focus goes where the new conversation begins, so that keys scroll it and screen readers read it.
  useEffect(() => {
    if (number === undefined) return;
    place.current?.scrollTo(0, 0);
    place.current?.focus();
    setSaid([shown?.done ? DONE[shown.done] : '', `${progressText(progress)} reviewed.`].join(' '));
  }, [number, shown, progress]);

  const back = applications.some(({ id }) => id === queue.app);
  return (
    <div className="flex h-dvh flex-col">
      <StoreBanner />
      <header className="flex items-center gap-3 border-b border-line px-4 py-2 sm:gap-4">
        <h1 dir="auto" className="min-w-0 shrink truncate font-semibold">
          {queue.name}
        </h1>
        <ProgressBar progress={progress} className="hidden w-40 sm:block" />
        <span className="shrink-0 text-sm text-ink-3">{progressText(progress)}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          <span className="hidden sm:inline">
            <Button small look="ghost" aria-keyshortcuts="?" onClick={() => setHelps(true)}>
              Keys
            </Button>
          </span>
          {back ? (
            <Link to="/apps/$appId/review" params={{ appId: queue.app }} className={ACTION}>
              Close
            </Link>
          ) : (
            <Link to="/review" className={ACTION}>
              Close
            </Link>
          )}
        </span>
      </header>
      <p role="status" className="sr-only">
        {said}
      </p>
      <main id="main" className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <section
          ref={place}
          aria-label={queue.unit === 'session' ? 'Session' : 'Conversation'}
          aria-busy={isBusy}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that.
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto border-l-2 border-transparent px-4 py-4 outline-none focus-visible:border-accent sm:px-6"
        >
          <div className={`mx-auto flex max-w-3xl flex-col gap-4 ${isBusy ? 'opacity-60' : ''}`}>
            {error ? <ErrorState error={error} retry={reviewing.next} busy={isBusy} /> : null}
            {!shown && !error ? <SkeletonRows rows={10} /> : null}
            {item ? <ItemView key={number} item={item} /> : null}
            {shown && !item ? <NothingLeft progress={progress} reviewing={reviewing} /> : null}
          </div>
        </section>
        {item ? (
          <aside
            aria-label="Review"
            className="max-h-[45dvh] shrink-0 overflow-y-auto border-t border-line bg-surface p-4 lg:max-h-none lg:w-96 lg:border-t-0 lg:border-l"
          >
            <QuestionPanel
              key={number}
              questions={queue.questions}
              item={item}
              reviewing={reviewing}
              onSay={setSaid}
              onHelp={() => setHelps(true)}
            />
          </aside>
        ) : null}
      </main>
      <KeysDialog open={helps} onClose={() => setHelps(false)} />
    </div>
  );
}
