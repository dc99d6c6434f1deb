import type { Score } from '@parley/contract';
import { Icon } from '../ui/icon.tsx';
import { isMachine, valueText } from './score-text.ts';
import { Thumb } from './thumb.tsx';
import { isWritten, WRITTEN } from './written.ts';

/** The value of a score: a thumb, a number or a word. Those of programs have a dashed frame. */
export function ScoreMark({ score }: { score: Pick<Score, 'name' | 'value' | 'source'> }) {
  const { name, value } = score;
  const frame = `inline-flex h-6 min-w-7 max-w-40 items-center justify-center gap-1 rounded-sm px-1.5 text-sm font-medium ${
    isMachine(score) ? 'border border-dashed border-line-strong' : 'bg-sunken'
  }`;
  if (isWritten(name)) {
    return (
      <span className={`${frame} text-ink-2`}>
        <Icon name={WRITTEN[name].icon} />
      </span>
    );
  }
  return (
    <span className={frame}>
      {typeof value === 'boolean' ? (
        <Thumb up={value} />
      ) : (
        <span dir="auto" className="tabular truncate" title={valueText(value)}>
          {valueText(value)}
        </span>
      )}
    </span>
  );
}
