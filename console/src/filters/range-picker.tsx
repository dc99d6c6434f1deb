import { shortTime } from '../lib/format.ts';
import { DEFAULT_PRESET, PRESETS, type Preset, readView, timeZoneOf, type View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import { CustomRange } from './custom-range.tsx';
import { timeZones } from './local-time.ts';

const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

type Props = { view: View; onChange: (view: View) => void };

export function RangePicker({ view, onChange }: Props) {
  const custom = view.from !== undefined && view.to !== undefined;
  const chosen = custom ? undefined : (view.range ?? DEFAULT_PRESET);
  return (
    <Popover title={`Range: ${rangeText(view)}`} label={<RangeLabel view={view} />}>
      {(close) => (
        <div className="flex flex-col gap-3 p-1.5 sm:flex-row">
          <div className="flex flex-row flex-wrap gap-0.5 sm:w-36 sm:flex-col">
            {PRESET_NAMES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === chosen}
                onClick={() => {
                  onChange(readView({ ...view, range: name, from: undefined, to: undefined }));
                  close();
                }}
                className="rounded-md px-2.5 py-1.5 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
              >
                {PRESETS[name].label}
              </button>
            ))}
          </div>
          <div className="flex flex-col gap-3 border-line sm:w-60 sm:border-l sm:pl-3">
            <CustomRange
              view={view}
              onApply={(next) => {
                onChange(next);
                close();
              }}
            />
            <label className="flex flex-col gap-1 border-t border-line pt-3 text-sm font-medium">
              Time zone
              <select
                value={timeZoneOf(view)}
                onChange={(event) => onChange(withTimeZone(view, event.target.value))}
                className="h-8 rounded-md border border-line-strong bg-surface px-2 font-normal"
              >
                {timeZones().map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          </div>
        </div>
      )}
    </Popover>
  );
}

function RangeLabel({ view }: { view: View }) {
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-ink-3 stroke-[1.5]">
        <rect x="2" y="3" width="12" height="11" rx="1.5" />
        <path d="M2 6.5h12M5.5 1.5v3M10.5 1.5v3" strokeLinecap="round" />
      </svg>
      <span>
        <span className="sr-only">Range: </span>
        {rangeText(view)}
      </span>
      {view.tz === undefined ? null : (
        <span className="font-normal text-ink-3">{view.tz.replaceAll('_', ' ')}</span>
      )}
    </>
  );
}

export function rangeText(view: View): string {
  const { from, to, range } = view;
  if (from === undefined || to === undefined) return PRESETS[range ?? DEFAULT_PRESET].label;
  const zone = timeZoneOf(view);
  return `${shortTime(from, zone)} – ${shortTime(to, zone)}`;
}

/** The viewer's own zone is left out of the address. */
function withTimeZone(view: View, tz: string): View {
  return readView({ ...view, tz: tz === timeZoneOf({}) ? undefined : tz });
}
