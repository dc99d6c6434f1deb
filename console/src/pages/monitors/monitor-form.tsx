import { BREAKDOWNS, FIELDS } from '@parley/contract/fields';
import { useParams } from '@tanstack/react-router';
import { AddFilter } from '../../filters/add-filter.tsx';
import { FilterChips } from '../../filters/filter-chips.tsx';
import { useLabelNames } from '../../filters/use-label-names.ts';
import { groupName } from '../../monitors/condition-text.ts';
import { type Compare, type Draft, mayBeBudget } from '../../monitors/draft.ts';
import { measureOptions, unitOf } from '../../monitors/measures.ts';
import { windowOptions } from '../../monitors/windows.ts';
import { measured, useScoreNames } from '../../scores/score-names.ts';
import type { View } from '../../state/view.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ChannelsField } from './channels-field.tsx';
import { Check } from './check.tsx';

type Props = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Its filters are those of the monitor. */
  view: View;
  onView: (view: View) => void;
};

const COMPARES: readonly (readonly [Compare, string])[] = [
  ['above', 'is above'],
  ['below', 'is below'],
  ['up', 'rises by'],
  ['down', 'falls by'],
];

const AGAINST = [
  ['previous', 'the period before'],
  ['weekBefore', 'the same time a week before'],
] as const;

const NO_DATA = [
  ['ok', 'All is well'],
  ['alert', 'Alert'],
  ['keep', 'Nothing changes'],
] as const;

/** On a phone, only the condition and its threshold stand beside each other. */
const WHOLE_LINE = 'max-sm:col-span-2';

/** The fields of a monitor, in the order of the sentence that they make. */
export function MonitorForm({ draft, onDraft, view, onView }: Props) {
  const { appId } = useParams({ strict: false });
  const set = (changes: Partial<Draft>) => onDraft({ ...draft, ...changes });
  const scores = measured(useScoreNames(appId).names).map(({ name }) => name);
  const labels = useLabelNames(view).names;
  const isChange = draft.compare === 'up' || draft.compare === 'down';
  const unit = isChange ? '%' : unitOf(draft.measure).text;
  const budget = mayBeBudget(draft);
  const groups = [...BREAKDOWNS, 'errorGroup', ...labels].map((name) => [name, groupName(name)] as const);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Name"
        required
        maxLength={100}
        dir="auto"
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-1 text-sm font-medium text-ink-3">When</legend>
        <SelectField
          label="Measure"
          className={WHOLE_LINE}
          options={withCurrent(measureOptions(scores), draft.measure)}
          value={draft.measure}
          onChange={({ target }) => set({ measure: target.value })}
        />
        <SelectField
          label="Time"
          className={WHOLE_LINE}
          options={windowOptions(draft.window)}
          value={draft.window}
          onChange={({ target }) => set({ window: target.value })}
        />
        <SelectField
          label="Condition"
          options={COMPARES}
          value={draft.compare}
          onChange={({ target }) => set({ compare: target.value as Compare })}
        />
        <TextField
          label={unit === '' ? 'Threshold' : `Threshold, ${unit}`}
          required
          inputMode="decimal"
          autoComplete="off"
          value={draft.threshold}
          onChange={({ target }) => set({ threshold: target.value })}
        />
        {isChange ? (
          <SelectField
            label="Compared with"
            className={WHOLE_LINE}
            options={AGAINST}
            value={draft.against}
            onChange={({ target }) => set({ against: target.value as Draft['against'] })}
          />
        ) : null}
        <SelectField
          label="For each"
          className={WHOLE_LINE}
          options={withCurrent([['', 'All together'], ...groups], draft.groupBy)}
          value={draft.groupBy}
          onChange={({ target }) => set({ groupBy: target.value })}
        />
      </fieldset>
      <section aria-label="Filters" className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-medium">Only</span>
        <FilterChips view={view} onChange={onView} />
        <AddFilter view={view} onChange={onView} />
      </section>
      {budget ? (
        <div className="flex flex-col gap-3">
          <Check checked={draft.isBudget} onChange={(isBudget) => set({ isBudget })}>
            Budget: tell me of steps on the way, each once per period
          </Check>
          {draft.isBudget ? (
            <TextField
              label="Steps, % of the threshold"
              autoComplete="off"
              value={draft.steps}
              onChange={({ target }) => set({ steps: target.value })}
            />
          ) : null}
        </div>
      ) : null}
      <ChannelsField appId={appId ?? ''} chosen={draft.notify} onChange={(notify) => set({ notify })} />
      <details>
        <summary className="cursor-pointer font-medium">More</summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <Figure
            label="Minimum interactions"
            hint="With fewer, nothing is judged."
            value={draft.minimum}
            onChange={(minimum) => set({ minimum })}
          />
          <SelectField
            label="Without interactions"
            options={NO_DATA}
            value={draft.noData}
            onChange={({ target }) => set({ noData: target.value as Draft['noData'] })}
          />
          {budget && draft.isBudget ? null : (
            <>
              <Figure
                label="Fire after, minutes"
                hint="For how long the condition has to hold."
                value={draft.pending}
                onChange={(pending) => set({ pending })}
              />
              <Figure
                label="Remind every, minutes"
                hint="While it fires; once when empty."
                value={draft.every}
                onChange={(every) => set({ every })}
              />
              {isChange ? null : (
                <Figure
                  label="Recovery margin, %"
                  hint="How much better than the threshold it has to be."
                  value={draft.margin}
                  onChange={(margin) => set({ margin })}
                />
              )}
            </>
          )}
        </div>
      </details>
    </div>
  );
}

type FigureProps = { label: string; hint: string; value: string; onChange: (value: string) => void };

function Figure({ label, hint, value, onChange }: FigureProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The options with the one that was chosen, which the API may know and the menu not. */
function withCurrent(
  options: readonly (readonly [string, string])[],
  current: string,
): readonly (readonly [string, string])[] {
  if (options.some(([value]) => value === current)) return options;
  return [...options, [current, Object.hasOwn(FIELDS, current) ? groupName(current) : current]];
}
