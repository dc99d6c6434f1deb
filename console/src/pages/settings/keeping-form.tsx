import type { ApplicationSettings } from '@parley/contract';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { numberOrNull, type useSettings } from './use-settings.ts';

type Props = {
  appId: string;
  settings: ApplicationSettings;
  change: ReturnType<typeof useSettings>['change'];
  may: boolean;
};

export function KeepingForm({ appId, settings, change, may }: Props) {
  const [tooLong, setTooLong] = useState(false);
  return (
    <fieldset disabled={!may}>
      <legend className="sr-only">What is kept</legend>
      <Form
        action="Save"
        change={change}
        done="Saved."
        disabled={!may}
        onSubmit={(field) => {
          const retentionDays = numberOrNull(field('retentionDays'));
          const bodyRetentionDays = numberOrNull(field('bodyRetentionDays'));
          const wrong =
            retentionDays !== null && bodyRetentionDays !== null && bodyRetentionDays > retentionDays;
          setTooLong(wrong);
          if (wrong) return;
          const storeBodies = field('bodies') === 'everything';
          change.mutate({ params: { appId }, body: { storeBodies, retentionDays, bodyRetentionDays } });
        }}
      >
        <RadioField
          label="What is stored of new interactions"
          name="bodies"
          defaultValue={settings.storeBodies ? 'everything' : 'numbers'}
          options={[
            ['everything', 'Everything', 'Requests, responses and texts, with all figures.'],
            [
              'numbers',
              'Numbers only',
              'Models, tokens, costs, times, users and sessions; no requests, responses and texts. Search and conversations have nothing to show then.',
            ],
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Days
            label="Keep records for, in days"
            name="retentionDays"
            value={settings.retentionDays}
            placeholder="For ever"
            hint="Older interactions are removed for good, figures included."
          />
          <Days
            label="Keep bodies for, in days"
            name="bodyRetentionDays"
            value={settings.bodyRetentionDays}
            placeholder="As long as the record"
            hint="Of older interactions, requests, responses and texts are removed; figures stay."
            error={tooLong ? 'A body is part of its record: choose at most as many days.' : undefined}
          />
        </div>
        <p className="text-sm text-ink-3">
          What is too old is removed soon after you save, and from then on every hour. It cannot be brought
          back.
        </p>
      </Form>
      {may ? null : (
        <p className="pt-3 text-sm text-ink-3">Your role lets you look at this, not change it.</p>
      )}
    </fieldset>
  );
}

type DaysProps = {
  label: string;
  name: string;
  value: number | null;
  placeholder: string;
  hint: string;
  error?: string | undefined;
};

function Days({ value, ...rest }: DaysProps) {
  return (
    <TextField
      type="number"
      min="1"
      max="36500"
      step="1"
      inputMode="numeric"
      defaultValue={value ?? ''}
      {...rest}
    />
  );
}
