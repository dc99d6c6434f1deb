import type { Format } from '@parley/contract';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EXCHANGES } from './exchanges.ts';
import { EXTENTS, type Extent, LANGUAGES, type Language, type SnippetKeys, snippet } from './snippets.ts';
import { TelemetryTab } from './telemetry-tab.tsx';

// The keys of a record are its names; `Object.keys` only knows that they are texts.
const FORMATS = Object.keys(EXCHANGES) as Format[];

const TABS = [
  ['plain', EXTENTS.plain],
  ['labelled', EXTENTS.labelled],
  ['telemetry', 'OpenTelemetry'],
] as const;
const WORDS: Record<Extent, string> = {
  plain:
    'Your application calls the model itself, and then sends a copy of the request and the answer. Try it with this one:',
  labelled:
    'Labels are names and values of your own: filter, chart and compare by them. A trace ties the calls of one run together, and the time of the first token shows how long people wait for an answer to begin. All of them are optional.',
};

export function SnippetCard({ keys }: { keys: SnippetKeys }) {
  const [tab, setTab] = useState<Extent | 'telemetry'>('plain');
  return (
    <Card title="Send an interaction">
      <Tabs label="What to send" tabs={TABS} chosen={tab} onChoose={setTab}>
        <div className="flex flex-col gap-3 pt-3">
          {tab === 'telemetry' ? <TelemetryTab keys={keys} /> : <SnippetTab extent={tab} keys={keys} />}
        </div>
      </Tabs>
      {tab === 'telemetry' ? null : <ClientHint ingestUrl={keys.ingestUrl} />}
    </Card>
  );
}

function SnippetTab({ extent, keys }: { extent: Extent; keys: SnippetKeys }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [format, setFormat] = useState<Format>('openai');
  return (
    <>
      <p className="text-ink-2">{WORDS[extent]}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />
        <label className="flex items-center gap-2 text-sm">
          <span className="text-ink-2">Format</span>
          <select
            value={format}
            onChange={(event) => setFormat(FORMATS.find((name) => name === event.target.value) ?? 'openai')}
            className="h-8 rounded-md border border-line-strong bg-surface px-2 text-base"
          >
            {FORMATS.map((name) => (
              <option key={name} value={name}>
                {EXCHANGES[name].label}
              </option>
            ))}
          </select>
        </label>
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
