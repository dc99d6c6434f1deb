import { timeZones } from '../../filters/local-time.ts';
import { mayIn } from '../../state/me.ts';
import { Card } from '../../ui/card.tsx';
import { NameField, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import type { SettingsProps } from './settings-props.ts';
import { numberOrNull, useSettings } from './use-settings.ts';

export function GeneralSection({ application: { id: appId }, account }: SettingsProps) {
  const { answer, change } = useSettings(appId);
  const settings = answer.data;
  const may = mayIn(account, 'applications:write');
  return (
    <Card className="max-w-3xl">
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
            <NameField defaultValue={settings.name} />
            <SelectField
              label="Time zone"
              name="timeZone"
              defaultValue={settings.timeZone}
              options={[...new Set([settings.timeZone, ...timeZones()])].map((zone) => [zone, zone])}
              hint="Used for days and hours unless someone chooses another zone."
            />
            <TextField
              label="Rate limit (payloads per second)"
              name="rateLimit"
              type="number"
              min="0.001"
              max="1000000"
              step="any"
              defaultValue={settings.rateLimit ?? ''}
              placeholder="No limit"
              hint="Payloads above the limit get a 429 and are not stored. Leave empty for no limit."
            />
            <TextField
              label="Session timeout (minutes)"
              name="sessionTimeout"
              type="number"
              min="0.001"
              max="5256000"
              step="any"
              required
              defaultValue={settings.sessionTimeout}
              hint="For payloads without a session: a new one starts after this much inactivity."
            />
          </Form>
        </fieldset>
      ) : null}
      {may ? null : (
        <p className="pt-3 text-sm text-ink-3">
          You can view these settings, but your role can’t change them.
        </p>
      )}
    </Card>
  );
}
