import { mayIn } from '../../state/me.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { KeepingForm } from './keeping-form.tsx';
import type { SettingsProps } from './settings-props.ts';
import { useSettings } from './use-settings.ts';

export function DataSection({ application, account }: SettingsProps) {
  const { answer, change } = useSettings(application.id);
  const settings = answer.data;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title="Retention">
        {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
        {answer.isPending ? <SkeletonRows rows={4} /> : null}
        {settings ? (
          <KeepingForm
            key={JSON.stringify(settings)}
            appId={application.id}
            settings={settings}
            change={change}
            may={mayIn(account, 'applications:write')}
          />
        ) : null}
      </Card>
      {mayIn(account, 'applications:archive') ? <ArchiveCard application={application} /> : null}
      {mayIn(account, 'applications:delete') ? <DeleteCard application={application} /> : null}
    </div>
  );
}
