import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count, exactTime, milliseconds, NONE } from '../lib/format.ts';
import { modelName } from '../lib/model-name.ts';
import { formatName, providerName } from '../lib/upstream-names.ts';
import { timeZoneOf } from '../state/view.ts';
import { CostFact } from './cost-fact.tsx';
import { Fact, FactGroup, Facts } from './fact.tsx';
import { IdFacts } from './id-facts.tsx';
import { LabelFacts } from './label-facts.tsx';
import { OutcomeBadge } from './outcome.tsx';
import { vectorsText } from './retrieval-text.ts';
import { SessionLink } from './session-link.tsx';
import { TokenTable } from './token-table.tsx';
import { UserFacts } from './user-facts.tsx';
import { WarningList } from './warning-list.tsx';

type Props = { interaction: Interaction; timeZone?: string };

/** All fields of an interaction except its messages. */
export function InteractionFacts({ interaction, timeZone = timeZoneOf({}) }: Props) {
  const { name, version } = modelName(interaction);
  const { format, provider, type, finishReason, finishReasonRaw, error } = interaction;
  const { session, usage, latencyMs, firstTokenMs, warnings } = interaction;
  return (
    <div className="flex flex-col gap-4">
      {error ? <ErrorFacts error={error} /> : null}
      {warnings.length > 0 ? <WarningList warnings={warnings} /> : null}
      <FactGroup title="Model">
        <Facts>
          <Fact name="Model">{name ?? NONE}</Fact>
          {version === null ? null : <Fact name="Response model">{version}</Fact>}
          <Fact name="Format">
            {formatName(format)} · {type}
          </Fact>
          <Fact name="Provider">{provider === null ? NONE : providerName(provider)}</Fact>
          {interaction.prompt === null ? null : (
            <Fact name="Prompt">
              <Link
                to="/apps/$appId/prompts/$promptId"
                params={{ appId: interaction.appId, promptId: interaction.prompt }}
                dir="auto"
                className="text-accent wrap-anywhere hover:underline"
              >
                {interaction.prompt}
              </Link>
            </Fact>
          )}
          <Fact name="Outcome">
            <OutcomeBadge outcome={interaction.outcome} finishReason={finishReason} />
          </Fact>
          <Fact name="Finish reason">
            {finishReason ?? NONE}
            {finishReasonRaw !== null && finishReasonRaw !== finishReason ? (
              <span className="text-ink-3">
                {' '}
                · sent as <code className="font-mono text-sm">{finishReasonRaw}</code>
              </span>
            ) : null}
          </Fact>
        </Facts>
      </FactGroup>
      {interaction.texts === null ? null : (
        <FactGroup title={type === 'rerank' ? 'Ranking' : 'Embedding'}>
          <Facts>
            <Fact name={type === 'rerank' ? 'Documents' : 'Texts'}>{count(interaction.texts)}</Fact>
            {interaction.vectors === null ? null : (
              <Fact name="Vectors">
                {vectorsText(interaction)}
                {interaction.vectors.kept ? null : <span className="text-ink-3"> · not kept</span>}
              </Fact>
            )}
          </Facts>
        </FactGroup>
      )}
      <FactGroup title="Tokens">
        <TokenTable usage={usage} />
      </FactGroup>
      <FactGroup title="Cost">
        <CostFact interaction={interaction} />
      </FactGroup>
      <FactGroup title="Time">
        <Facts>
          <Fact name="Latency">
            {latencyMs === null ? 'Not reported: no timestamps were sent' : milliseconds(latencyMs)}
          </Fact>
          {firstTokenMs === null ? null : <Fact name="First token">{milliseconds(firstTokenMs)}</Fact>}
          {latencyMs && usage.output !== null ? (
            <Fact name="Speed">
              {speed(usage.output, answeringMs(latencyMs, firstTokenMs))} output tokens per second
            </Fact>
          ) : null}
          <Fact name="Requested">{exactTime(interaction.requestedAt, timeZone)}</Fact>
          <Fact name="Responded">{exactTime(interaction.respondedAt, timeZone)}</Fact>
          <Fact name="Received">{exactTime(interaction.receivedAt, timeZone)}</Fact>
        </Facts>
      </FactGroup>
      <FactGroup title="User and session">
        <Facts>
          <UserFacts user={interaction.user} />
          <Fact name="Session">
            {session === null ? (
              'None'
            ) : (
              <SessionLink interaction={interaction} session={session} className="text-accent underline" />
            )}
          </Fact>
        </Facts>
      </FactGroup>
      <LabelFacts interaction={interaction} />
      <IdFacts interaction={interaction} />
    </div>
  );
}

/** Output tokens per second, from the first token on if its time is known. */
function answeringMs(latencyMs: number, firstTokenMs: number | null): number {
  return firstTokenMs !== null && firstTokenMs < latencyMs ? latencyMs - firstTokenMs : latencyMs;
}

function speed(tokens: number, ms: number): string {
  const perSecond = tokens / (ms / 1000);
  return perSecond < 10 ? perSecond.toLocaleString('en', { maximumFractionDigits: 1 }) : count(perSecond);
}

function ErrorFacts({ error }: { error: NonNullable<Interaction['error']> }) {
  const names = [error.type, error.code].filter((name) => name !== null).join(' · ');
  return (
    <section
      aria-label="Error"
      className="flex flex-col gap-1 rounded-md border border-bad/40 bg-bad-soft px-3 py-2"
    >
      <p className="font-medium text-bad">{names || 'Error'}</p>
      {error.message ? <p className="wrap-break-word whitespace-pre-wrap">{error.message}</p> : null}
    </section>
  );
}
