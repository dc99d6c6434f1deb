import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { momentOf } from '../../filters/local-time.ts';
import { timeZoneOf } from '../../state/view.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { numberOrNull } from './use-settings.ts';

type Props = { appId: string; model: string; onSet: () => void };

export function PriceForm({ appId, model, onSet }: Props) {
  const set = useChange('PUT /v1/applications/:appId/prices');
  const [wrongDates, setWrongDates] = useState(false);
  return (
    <Form
      action="Save price"
      change={set}
      done="Saved."
      onSubmit={(field, clear) => {
        const from = dayStart(field('from'));
        const to = dayStart(field('to'));
        const wrong = from !== null && to !== null && from >= to;
        setWrongDates(wrong);
        if (wrong) return;
        set.mutate(
          {
            params: { appId },
            body: {
              model: field('model').trim(),
              input: Number(field('input')),
              output: Number(field('output')),
              cachedInput: numberOrNull(field('cachedInput')),
              cacheWrite: numberOrNull(field('cacheWrite')),
              from,
              to,
            },
          },
          {
            onSuccess() {
              clear();
              onSet();
            },
          },
        );
      }}
    >
      <TextField
        label="Model"
        name="model"
        defaultValue={model}
        required
        maxLength={256}
        pattern="[^*\s]*\*?"
        title="A model name, or a prefix followed by *"
        placeholder="our-model-*"
        autoComplete="off"
        spellCheck={false}
        hint="A model name, or a prefix followed by *."
      />
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-2 text-sm text-ink-3">US dollars per million tokens</legend>
        {/* With a preset model, the focus is on the price. */}
        <Dollars label="Input" name="input" required autoFocus={model !== ''} />
        <Dollars label="Output" name="output" required />
        <Dollars label="Cached input" name="cachedInput" placeholder="As input" />
        <Dollars label="Cache write" name="cacheWrite" placeholder="As input" />
      </fieldset>
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-2 text-sm text-ink-3">Dates (optional)</legend>
        <TextField label="From" name="from" type="date" />
        <TextField
          label="Until (exclusive)"
          name="to"
          type="date"
          error={wrongDates ? 'Choose a date after the first one.' : undefined}
        />
      </fieldset>
    </Form>
  );
}

type DollarsProps = {
  label: string;
  name: string;
  required?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
};

function Dollars(props: DollarsProps) {
  return <TextField type="number" min="0" max="1000000" step="any" inputMode="decimal" {...props} />;
}

/** The start of the day in the reader's time zone. */
function dayStart(day: string): number | null {
  return day === '' ? null : momentOf(`${day}T00:00`, timeZoneOf({}));
}
