import type { QueueProgress } from '@parley/contract';
import { count } from '../../lib/format.ts';

export function progressText({ items, done }: QueueProgress): string {
  return `${count(done)} of ${count(items)}`;
}

/** How much of a queue is done. */
export function ProgressBar({ progress, className = '' }: { progress: QueueProgress; className?: string }) {
  const { items, done } = progress;
  return (
    <progress
      value={done}
      max={Math.max(1, items)}
      aria-label={`${progressText(progress)} reviewed`}
      className={`h-1.5 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent ${className}`}
    />
  );
}
