import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { textsMayFollow } from './late-texts.ts';
import { missingTexts } from './missing-texts.ts';

type Props = {
  interaction: Pick<
    Interaction,
    'appId' | 'format' | 'version' | 'type' | 'outcome' | 'input' | 'output' | 'receivedAt'
  >;
};

/** Says why there are no texts, and what to set. */
export function NoTexts({ interaction }: Props) {
  const { appId, format } = interaction;
  const settings = useAsk('GET /v1/applications/:appId/settings', { params: { appId } });
  if (settings.isPending) return null;
  const now = Date.now();
  const { why, set } = missingTexts(interaction, settings.data, now);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-sunken/50 px-4 py-3">
      <p className="font-medium">No prompt and no answer</p>
      <p className="text-ink-2">{why}</p>
      {set === undefined ? null : <CodeBlock captioned wrapped text={set} label="Set in the application" />}
      {format === 'otel' && set !== undefined ? (
        <p className="text-sm text-ink-3">
          {textsMayFollow(interaction, now) ? 'If they come a moment later, they appear here. ' : null}
          <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
            All instrumentations
          </Link>
        </p>
      ) : null}
    </div>
  );
}
