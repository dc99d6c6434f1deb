import { urlOf } from '../../api/call.ts';
import { Popover } from '../../ui/popover.tsx';

const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets'],
  ['jsonl', 'JSON lines', 'Everything, one interaction a line'],
  ['parquet', 'Parquet', 'For data tools'],
] as const;

/** `query`: what is on the screen. */
export function ExportMenu({ query }: { query: Record<string, unknown> }) {
  return (
    <Popover label="Export" title="Export">
      {(close) => (
        <div className="flex w-64 flex-col">
          {FORMATS.map(([as, name, what]) => (
            <a
              key={as}
              href={urlOf('/v1/export', {}, { ...query, as })}
              download
              onClick={close}
              className="flex flex-col rounded-md px-2.5 py-1.5 hover:bg-sunken"
            >
              <span className="font-medium">{name}</span>
              <span className="text-sm text-ink-3">{what}</span>
            </a>
          ))}
          <p className="border-t border-line px-2.5 pt-2 pb-1 text-sm text-ink-3">
            All interactions of the range that fit the filters.
          </p>
        </div>
      )}
    </Popover>
  );
}
