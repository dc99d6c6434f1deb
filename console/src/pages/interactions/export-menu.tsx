import { useState } from 'react';
import { urlOf } from '../../api/call.ts';
import { POPOVER_BUTTON, Popover } from '../../ui/popover.tsx';
import { DatasetDialog } from './dataset-dialog.tsx';

const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets'],
  ['jsonl', 'JSON lines', 'Every field, one object a line'],
  ['parquet', 'Parquet', 'For data tools'],
] as const;

const PATHS = {
  interactions: '/v1/export',
  sessions: '/v1/export/sessions',
  users: '/v1/export/users',
} as const;

const ENTRY = 'flex flex-col rounded-md px-2.5 py-1.5 hover:bg-sunken';

type Props = {
  /** The query of the list on screen. */
  query: Record<string, unknown>;
  what?: keyof typeof PATHS;
  /** What the file contains. */
  note?: string;
  className?: string;
};

export function ExportMenu({
  query,
  what = 'interactions',
  note = `All ${what} in this range that match the filters.`,
  className = POPOVER_BUTTON,
}: Props) {
  const [training, setTraining] = useState(false);
  const { orderBy, order, state, ...filters } = query;
  return (
    <>
      <Popover label="Export" title="Export" className={className}>
        {(close) => (
          <div className="flex w-64 flex-col">
            {FORMATS.map(([as, name, use]) => (
              <a
                key={as}
                href={urlOf(PATHS[what], {}, { ...query, as })}
                download
                onClick={close}
                className={ENTRY}
              >
                <span className="font-medium">{name}</span>
                <span className="text-sm text-ink-3">{use}</span>
              </a>
            ))}
            {/* A data set takes no state of sessions. */}
            {what === 'users' || state !== undefined ? null : (
              <button
                type="button"
                className={`${ENTRY} text-start`}
                onClick={() => {
                  close();
                  setTraining(true);
                }}
              >
                <span className="font-medium">Training data…</span>
                <span className="text-sm text-ink-3">For fine-tuning and evaluation</span>
              </button>
            )}
            <p className="border-t border-line px-2.5 pt-2 pb-1 text-sm text-ink-3">{note}</p>
          </div>
        )}
      </Popover>
      <DatasetDialog
        open={training}
        onClose={() => setTraining(false)}
        query={filters}
        per={what === 'sessions' ? 'session' : 'interaction'}
        note={note}
      />
    </>
  );
}
