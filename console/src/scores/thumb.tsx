import { Icon } from '../ui/icon.tsx';

const TONES = { up: 'text-good', down: 'text-bad' } as const;

/** A thumb, in words for who does not see it. */
export function Thumb({ up, className = '' }: { up: boolean; className?: string }) {
  const way = up ? 'up' : 'down';
  return (
    <span className={`inline-flex ${TONES[way]} ${className}`}>
      <Icon name={`thumb-${way}`} />
      <span className="sr-only">Thumbs {way}</span>
    </span>
  );
}
