import type { Format } from '@parley/contract';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EXCHANGES } from './exchanges.ts';
import { SdkTab } from './sdk-tab.tsx';
import { SnippetSelect } from './snippet-select.tsx';
import { EXTENTS, type Extent, LANGUAGES, type Language, type SnippetKeys, snippet } from './snippets.ts';
import { TelemetryTab } from './telemetry-tab.tsx';

const TABS = [
  ['sdk', 'SDK'],
  ['plain', EXTENTS.plain],
  ['labelled', EXTENTS.labelled],
  ['telemetry', 'OpenTelemetry'],
] as const;
type TabName = (typeof TABS)[number][0];

const WORDS: Record<Extent, string> = {
  plain:
    'Your application calls the model itself, and then sends a copy of the request and the answer. Try it with this one:',
  labelled:
    'Labels are names and values of your own: filter, chart and compare by them. A trace ties the calls of one run together, and the time of the first token shows how long people wait for an answer to begin. All of them are optional.',
};

export function SnippetCard({ keys }: { keys: SnippetKeys }) {
  const [tab, setTab] = useState<TabName>('sdk');
  return (
    <Card title="Send an interaction">
      <Tabs label="What to send" tabs={TABS} chosen={tab} onChoose={setTab}>
        <div className="flex flex-col gap-3 pt-3">
          <ChosenTab tab={tab} keys={keys} />
        </div>
      </Tabs>
      {tab === 'plain' || tab === 'labelled' ? <ClientHint ingestUrl={keys.ingestUrl} /> : null}
    </Card>
  );
}

function ChosenTab({ tab, keys }: { tab: TabName; keys: SnippetKeys }) {
  if (tab === 'sdk') return <SdkTab keys={keys} />;
  if (tab === 'telemetry') return <TelemetryTab keys={keys} />;
  return <SnippetTab extent={tab} keys={keys} />;
}

function SnippetTab({ extent, keys }: { extent: Extent; keys: SnippetKeys }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [format, setFormat] = useState<Format>('openai');
  return (
    <>
      <p className="text-ink-2">{WORDS[extent]}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />
        <SnippetSelect label="Format" options={EXCHANGES} value={format} onChange={setFormat} />
      </div>
      <CodeBlock
        captioned
        text={snippet({ language, extent, format }, keys)}
        label={`${LANGUAGES[language]}, ${EXCHANGES[format].label}`}
      />
    </>
  );
}

function ClientHint({ ingestUrl }: { ingestUrl: string }) {
  return (
    <p className="pt-3 text-sm text-ink-2">
      <strong className="font-medium text-ink">Already using a client?</strong> Point its tracker URL at{' '}
      <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono wrap-anywhere">{ingestUrl}</code> and give
      it the two keys. Nothing else changes.
    </p>
  );
}
