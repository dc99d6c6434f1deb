import { timeZones } from '../../filters/local-time.ts';
import { mayIn } from '../../state/me.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import type { SettingsProps } from './settings-props.ts';
import { numberOrNull, useSettings } from './use-settings.ts';

export function GeneralSection({ application: { id: appId }, account }: SettingsProps) {
  const { answer, change } = useSettings(appId);
  const settings = answer.data;
  const may = mayIn(account, 'applications:write');
  return (
    <Card className="max-w-xl">
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={4} /> : null}
      {settings ? (
        <fieldset disabled={!may} className="flex flex-col gap-4 pt-2">
          <legend className="sr-only">General settings</legend>
          <Form
            key={JSON.stringify(settings)}
            action="Save"
            change={change}
            done="Saved."
            disabled={!may}
            onSubmit={(field) =>
              change.mutate({
                params: { appId },
                body: {
                  name: field('name').trim(),
                  timeZone: field('timeZone'),
                  rateLimit: numberOrNull(field('rateLimit')),
                  sessionTimeout: Number(field('sessionTimeout')),
                },
              })
            }
          >
            <TextField
              label="Name"
              name="name"
              defaultValue={settings.name}
              required
              maxLength={100}
              pattern=".*\S.*"
              autoComplete="off"
            />
            <SelectField
              label="Time zone"
              name="timeZone"
              defaultValue={settings.timeZone}
              options={[...new Set([settings.timeZone, ...timeZones()])].map((zone) => [zone, zone])}
              hint="What a day is for this application where nobody chooses another zone."
            />
            <TextField
              label="Rate limit, in payloads per second"
              name="rateLimit"
              type="number"
              min="0.001"
              max="1000000"
              step="any"
              defaultValue={settings.rateLimit ?? ''}
              placeholder="No limit"
              hint="What comes faster is answered with 429 and not kept. Leave it empty for no limit."
            />
            <TextField
              label="Session timeout, in minutes"
              name="sessionTimeout"
              type="number"
              min="0.001"
              max="5256000"
              step="any"
              required
              defaultValue={settings.sessionTimeout}
              hint="For payloads that name none: a session has ended when nothing came for so long."
            />
          </Form>
        </fieldset>
      ) : null}
      {may ? null : (
        <p className="pt-3 text-sm text-ink-3">Your role lets you look at this, not change it.</p>
      )}
    </Card>
  );
}
