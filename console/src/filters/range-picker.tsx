import { CALENDAR, DEFAULT_PRESET, isPreset, PRESETS, type Preset, RELATIVE } from '../state/presets.ts';
import { readView, timeZoneOf, type View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import { CustomRange } from './custom-range.tsx';
import { timeZones } from './local-time.ts';
import { PeriodArrows } from './period-arrows.tsx';
import { datesText, rangeText, zoneText } from './range-text.ts';

const GROUPS = [CALENDAR, RELATIVE].map((presets) => Object.keys(presets).filter(isPreset));

/** Between the arrows, whose borders it shares. */
const BUTTON =
  '-mx-px inline-flex h-8 min-w-0 items-center gap-1.5 border border-line-strong bg-surface px-2.5 font-medium whitespace-nowrap hover:bg-sunken focus-visible:z-10';

type Props = { view: View; onChange: (view: View) => void };

export function RangePicker({ view, onChange }: Props) {
  const custom = view.from !== undefined && view.to !== undefined;
  const chosen = custom ? undefined : (view.range ?? DEFAULT_PRESET);
  return (
    <PeriodArrows view={view} onChange={onChange}>
      <Popover title={`Range: ${rangeText(view)}`} label={<RangeLabel view={view} />} className={BUTTON}>
        {(close) => (
          <div className="flex flex-col gap-3 p-1.5 sm:flex-row">
            <div className="flex flex-col gap-1.5 sm:w-40">
              {GROUPS.map((names) => (
                <div
                  key={names[0]}
                  className="flex flex-row flex-wrap gap-0.5 border-line not-first:border-t not-first:pt-1.5 sm:flex-col"
                >
                  {names.map((name) => (
                    <PresetButton
                      key={name}
                      name={name}
                      view={view}
                      pressed={name === chosen}
                      onChoose={(next) => {
                        onChange(next);
                        close();
                      }}
                    />
                  ))}
                </div>
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
    </PeriodArrows>
  );
}

type PresetProps = { name: Preset; view: View; pressed: boolean; onChoose: (view: View) => void };

function PresetButton({ name, view, pressed, onChoose }: PresetProps) {
  const next = readView({ ...view, range: name, from: undefined, to: undefined });
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={datesText(next)}
      onClick={() => onChoose(next)}
      className="rounded-md px-2.5 py-1.5 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
    >
      {PRESETS[name].label}
    </button>
  );
}

function RangeLabel({ view }: { view: View }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="hidden size-4 shrink-0 sm:block fill-none stroke-ink-3 stroke-[1.5]"
      >
        <rect x="2" y="3" width="12" height="11" rx="1.5" />
        <path d="M2 6.5h12M5.5 1.5v3M10.5 1.5v3" strokeLinecap="round" />
      </svg>
      <span title={datesText(view)} className="min-w-0 truncate">
        <span className="sr-only">Range: </span>
        <bdi>{rangeText(view)}</bdi>
      </span>
      <span title={timeZoneOf(view)} className="shrink-0 text-sm font-normal text-ink-3">
        {zoneText(view)}
        {view.tz === undefined ? null : (
          <span className="hidden sm:inline"> {view.tz.replaceAll('_', ' ')}</span>
        )}
      </span>
    </>
  );
}

/** The viewer's own zone is left out of the address. */
function withTimeZone(view: View, tz: string): View {
  return readView({ ...view, tz: tz === timeZoneOf({}) ? undefined : tz });
}
