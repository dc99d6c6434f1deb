import { Icon } from '../ui/icon.tsx';

type Props = {
  /** The name of the score, for readers who do not see the thumbs. */
  name: string;
  value: boolean | undefined;
  /** Called with null when the same thumb is pressed again. */
  onGive: (value: boolean | null) => void;
  /** Whether the keys `+` and `-` press them. */
  keys?: true;
  /** Without a frame, where there are many of them. */
  quiet?: boolean;
};

const LOOKS = {
  up: 'aria-pressed:border-good aria-pressed:bg-good-soft aria-pressed:text-good',
  down: 'aria-pressed:border-bad aria-pressed:bg-bad-soft aria-pressed:text-bad',
} as const;

export function ThumbButtons({ name, value, onGive, keys, quiet = false }: Props) {
  return (
    <fieldset className="inline-flex gap-1">
      <legend className="sr-only">{name}</legend>
      {([true, false] as const).map((up) => {
        const way = up ? 'up' : 'down';
        const pressed = value === up;
        const key = keys ? ` (${up ? '+' : '−'})` : '';
        return (
          <button
            key={way}
            type="button"
            aria-label={`Thumbs ${way}`}
            aria-pressed={pressed}
            title={pressed ? `Withdraw${key}` : `Thumbs ${way}${key}`}
            onClick={() => onGive(pressed ? null : up)}
            className={`inline-flex h-7 w-8 items-center justify-center rounded-md border transition-colors hover:bg-sunken hover:text-ink ${quiet ? 'border-transparent text-ink-3' : 'border-line-strong bg-surface text-ink-2'} ${LOOKS[way]}`}
          >
            <Icon name={`thumb-${way}`} />
          </button>
        );
      })}
    </fieldset>
  );
}
