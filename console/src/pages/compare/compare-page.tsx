import type { Interaction } from '@parley/contract';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Refusal } from '../../api/call.ts';
import { DiffView } from '../../conversation/diff-view.tsx';
import { systemText } from '../../conversation/prompt-changes.ts';
import { count } from '../../lib/format.ts';
import { Page } from '../../shell/page.tsx';
import { useCarriedView } from '../../state/carried-view.ts';
import { timeZoneOf } from '../../state/view.ts';
import { ACTION } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { comparedFacts } from './compared-facts.ts';
import { ComparedMessages } from './compared-messages.tsx';
import { ComparedSettings } from './compared-settings.tsx';
import { FactsTable } from './facts-table.tsx';
import { useSide } from './use-side.ts';

const route = getRouteApi('/signed-in/apps/$appId/interactions/compare');
const TITLE = 'Compare interactions';

/** Two interactions side by side: facts, prompts, parameters and answers. */
export function ComparePage() {
  const { appId } = route.useParams();
  const { a, b } = route.useSearch();
  if (a !== undefined && b !== undefined) return <Comparison appId={appId} a={a} b={b} />;
  return (
    <Page title={TITLE}>
      <EmptyState title="Select two interactions">
        Select two rows in the list with <kbd>x</kbd> or their check boxes, then choose Compare.{' '}
        <Link to="/apps/$appId/interactions" params={{ appId }} search={{}} className="text-accent underline">
          Show interactions
        </Link>
      </EmptyState>
    </Page>
  );
}

type Ids = { appId: string; a: string; b: string };

function Comparison({ appId, a, b }: Ids) {
  const view = useCarriedView(appId);
  const [first, second] = [useSide(a), useSide(b)];
  const error = first.error ?? second.error;
  return (
    <Page
      title={TITLE}
      roomy
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={view}
            className="mr-1 text-sm text-accent hover:underline"
          >
            All interactions
          </Link>
          <Link
            to="/apps/$appId/interactions/compare"
            params={{ appId }}
            search={{ a: b, b: a }}
            replace
            className={ACTION}
          >
            Swap
          </Link>
          <CopyButton text={window.location.href} label="Copy link" />
        </div>
      }
    >
      {error instanceof Refusal && error.status === 404 ? (
        <EmptyState title="Interaction not found">
          One of the two does not exist, or is no longer kept.
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} retry={() => void (first.error ? first : second).refetch()} />
      ) : first.interaction && second.interaction ? (
        <Both
          a={first.interaction}
          b={second.interaction}
          timeZone={timeZoneOf(view)}
          settings={first.settings && second.settings ? { a: first.settings, b: second.settings } : null}
          unknown={first.unknown || second.unknown}
        />
      ) : (
        <SkeletonRows rows={14} />
      )}
    </Page>
  );
}

type BothProps = {
  a: Interaction;
  b: Interaction;
  timeZone: string;
  settings: Parameters<typeof ComparedSettings>[0] | null;
  /** Whether a request is not kept. */
  unknown: boolean;
};

function Both({ a, b, timeZone, settings, unknown }: BothProps) {
  const facts = comparedFacts(a, b, timeZone);
  const differing = facts.filter(({ differs }) => differs).length;
  const [systemA, systemB] = [systemText(a), systemText(b)];
  const [saidA, saidB] = [a, b].map(({ input }) => input.filter(({ role }) => role !== 'system'));
  return (
    <>
      <Card
        title="Facts"
        aside={
          <Note>
            {differing === 0 ? 'All equal' : `${count(differing)} of ${count(facts.length)} differ`}
          </Note>
        }
      >
        <FactsTable
          label="Facts"
          heads={[<Open key="a" interaction={a} name="A" />, <Open key="b" interaction={b} name="B" />]}
          facts={facts}
        />
      </Card>
      <Card title="Parameters">
        {settings ? (
          <ComparedSettings {...settings} />
        ) : unknown ? (
          <p className="text-ink-3">Parameters and tools are not compared: a request is not kept.</p>
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Card>
      <Card title="System prompt">
        <ComparedTexts a={systemA} b={systemB} />
      </Card>
      <Card title="Messages">
        <ComparedMessages a={saidA ?? []} b={saidB ?? []} none="Neither has messages that are kept." />
      </Card>
      <Card title="Answer">
        <ComparedMessages a={a.output} b={b.output} none="Neither was answered." />
      </Card>
    </>
  );
}

function ComparedTexts({ a, b }: { a: string; b: string }) {
  if (a !== b) return <DiffView before={a} after={b} />;
  if (a === '') return <p className="text-ink-3">Neither has one.</p>;
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-1.5 text-sm text-ink-2">Equal: {count(a.length)} characters</summary>
      <p
        dir="auto"
        className="border-t border-line px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere text-ink-2"
      >
        {a}
      </p>
    </details>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <span className="text-sm text-ink-3">{children}</span>;
}

/** The head of a column, which opens the interaction. */
function Open({ interaction: { appId, id }, name }: { interaction: Interaction; name: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold text-ink">{name}</span>
      <Link
        to="/apps/$appId/interactions"
        params={{ appId }}
        search={{ id }}
        className="font-normal text-accent hover:underline"
      >
        Open interaction
      </Link>
    </span>
  );
}
