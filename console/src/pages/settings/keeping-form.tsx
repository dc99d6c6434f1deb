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
          const keepVectors = field('vectors') === 'keep';
          const body = { storeBodies, keepVectors, retentionDays, bodyRetentionDays };
          change.mutate({ params: { appId }, body });
        }}
      >
        <RadioField
          label="Store for new interactions"
          name="bodies"
          defaultValue={settings.storeBodies ? 'everything' : 'numbers'}
          options={[
            ['everything', 'Everything', 'Requests, responses and text, with all metrics.'],
            [
              'numbers',
              'Numbers only',
              'Models, tokens, cost, timing, users and sessions, but no requests, responses or text. Search and conversations will be empty.',
            ],
          ]}
        />
        <RadioField
          label="Vectors of new embeddings"
          name="vectors"
          defaultValue={settings.keepVectors ? 'keep' : 'drop'}
          options={[
            ['drop', 'Number and length', 'The vectors themselves are never written.'],
            ['keep', 'Keep them', 'In the response, byte for byte, as long as bodies are kept.'],
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Days
            label="Keep records for (days)"
            name="retentionDays"
            value={settings.retentionDays}
            placeholder="Forever"
            hint="Older interactions are deleted, including their metrics."
          />
          <Days
            label="Keep bodies for (days)"
            name="bodyRetentionDays"
            value={settings.bodyRetentionDays}
            placeholder="As long as records"
            hint="Requests, responses and text of older interactions are deleted; metrics stay."
            error={tooLong ? 'A body is part of its record: choose at most as many days.' : undefined}
          />
        </div>
        <p className="text-sm text-ink-3">
          Anything past its retention is deleted shortly after you save, then every hour. You can’t undo this.
        </p>
      </Form>
      {may ? null : (
        <p className="pt-3 text-sm text-ink-3">
          You can view these settings, but your role can’t change them.
        </p>
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
