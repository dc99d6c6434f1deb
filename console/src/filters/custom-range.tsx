import { useState } from 'react';
import { rangeOf, readView, timeZoneOf, type View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { localIn, momentOf } from './local-time.ts';

type Props = { view: View; onApply: (view: View) => void };

/** Start and end of a range, in local time of the chosen zone. */
export function CustomRange({ view, onApply }: Props) {
  const timeZone = timeZoneOf(view);
  const range = rangeOf(view);
  const [from, setFrom] = useState(() => localIn(range.from, timeZone));
  const [to, setTo] = useState(() => localIn(range.to, timeZone));
  const [start, end] = [momentOf(from, timeZone), momentOf(to, timeZone)];
  const fits = start !== null && end !== null && start < end;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!fits) return;
        const [fromText, toText] = [start, end].map((ms) => new Date(ms).toISOString());
        onApply(readView({ ...view, range: undefined, from: fromText, to: toText }));
      }}
    >
      <LocalTime label="From" value={from} onChange={setFrom} />
      <LocalTime label="To" value={to} onChange={setTo} />
      {fits ? null : (
        <p role="alert" className="text-sm text-bad">
          The end has to be after the beginning.
        </p>
      )}
      <Button type="submit" small disabled={!fits}>
        Apply
      </Button>
    </form>
  );
}

type LocalTimeProps = { label: string; value: string; onChange: (value: string) => void };

function LocalTime({ label, value, onChange }: LocalTimeProps) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <input
        type="datetime-local"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 rounded-md border border-line-strong bg-surface px-2 font-normal"
      />
    </label>
  );
}
