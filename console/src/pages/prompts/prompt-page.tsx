import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { DiffView } from '../../conversation/diff-view.tsx';
import { count, milliseconds, percent } from '../../lib/format.ts';
import { meanText } from '../../scores/score-text.ts';
import { Page } from '../../shell/page.tsx';
import { timeZoneOf, type View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { comparedText, PromptText } from './prompt-text.tsx';
import { PromptVersions } from './prompt-versions.tsx';
import { versionChange, versionName } from './version-change.ts';

const route = getRouteApi('/signed-in/apps/$appId/prompts/$promptId');

/** A prompt over all of its time: its text, its versions and what changed with them. */
export function PromptPage() {
  const { appId, promptId } = route.useParams();
  const { version: asked, ...view } = route.useSearch();
  const navigate = useNavigate();
  const answer = useAsk('GET /v1/prompts/:prompt', { params: { prompt: promptId }, query: { app: appId } });
  // The placeholder data is of the previous prompt.
  const prompt = answer.data?.id === promptId ? answer.data : undefined;
  if (answer.error || !prompt) {
    return (
      <Page title="Prompt">
        {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  const { versions } = prompt;
  const timeZone = timeZoneOf(view);
  const version = versions.find(({ number }) => number === asked) ?? versions.at(-1);
  const before = version && versions.find(({ number }) => number === version.number - 1);
  const own: View = { ...view, prompt: [prompt.id] };
  return (
    <Page
      title={prompt.id}
      aside={
        <Link
          to="/apps/$appId/interactions"
          params={{ appId }}
          search={own}
          className="text-accent hover:underline"
        >
          All interactions
        </Link>
      }
    >
      <p className="-mt-2 flex min-w-0 items-center gap-2 text-ink-2">
        <span dir="auto" className="min-w-0 truncate">
          {prompt.opening ?? 'No text is kept.'}
        </span>
        <CopyButton text={prompt.id} label="Copy id" />
      </p>
      <Card title="Summary">
        <Facts
          items={[
            [
              'Seen',
              <Seen key="seen" from={prompt.firstSeenAt} to={prompt.lastSeenAt} timeZone={timeZone} />,
            ],
            ['Calls', count(prompt.interactions)],
            ['Cost', <Money key="cost" value={prompt.costUsd} />],
            ['Latency', `${milliseconds(prompt.latencyMean)} on average`],
            ['Errors', percent(prompt.errors / prompt.interactions)],
            ...prompt.scores.map(
              ({ name, kind, mean, scores }) =>
                [
                  name,
                  `${meanText(kind, mean)}${kind === 'boolean' ? ' thumbs up' : ' on average'}, ${count(scores)} ${scores === 1 ? 'score' : 'scores'}`,
                ] as const,
            ),
          ]}
        />
      </Card>
      <Card title="Versions" flush>
        <PromptVersions
          versions={versions}
          timeZone={timeZone}
          chosen={version?.number ?? 0}
          onChoose={(number) =>
            void navigate({
              to: '/apps/$appId/prompts/$promptId',
              params: { appId, promptId },
              search: { ...view, version: number },
              replace: true,
            })
          }
        />
      </Card>
      {version && before ? (
        <Card title="What changed">
          <p className="pb-3 font-medium">{versionChange(version, before)}</p>
          <DiffView before={comparedText(before)} after={comparedText(version)} />
        </Card>
      ) : null}
      {version ? (
        <Card title={`Text of ${versionName(version)}`}>
          <PromptText version={version} />
        </Card>
      ) : null}
    </Page>
  );
}

function Seen({ from, to, timeZone }: { from: string; to: string; timeZone: string }) {
  return (
    <>
      <Time at={from} timeZone={timeZone} /> to <Time at={to} timeZone={timeZone} />
    </>
  );
}
