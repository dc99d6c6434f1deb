import type { UpstreamError } from '@parley/contract';
import { errorNames, errorText } from './error-text.ts';

/** Why a call failed: its code, and what the upstream said. */
export function ErrorNote({ error }: { error: UpstreamError }) {
  const names = errorNames(error);
  return (
    <div role="note" className="flex flex-col gap-1 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
      {names === '' ? null : <p className="font-mono text-sm font-medium wrap-anywhere">{names}</p>}
      <p dir="auto" className="wrap-anywhere">
        {errorText(error)}
      </p>
    </div>
  );
}
