import { type Format, GUIDES } from '@parley/contract/providers';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type LabelsOption, LabelsSwitch } from './labels-switch.tsx';
import { SdkTab } from './sdk-tab.tsx';
import { SnippetSelect } from './snippet-select.tsx';
import { LANGUAGES, type Language, type SnippetKeys, snippet } from './snippets.ts';
import { TelemetryTab } from './telemetry-tab.tsx';

const TABS = [
  ['sdk', 'SDK'],
  ['http', 'HTTP'],
  ['telemetry', 'OpenTelemetry'],
] as const;
type TabName = (typeof TABS)[number][0];

export function SnippetCard({ keys }: { keys: SnippetKeys }) {
  const [tab, setTab] = useState<TabName>('sdk');
  const [labelled, setLabelled] = useState(false);
  const labels = { labelled, onChange: setLabelled };
  return (
    <Card title="Send an interaction">
      <Tabs label="What to send" tabs={TABS} chosen={tab} onChoose={setTab}>
        <div className="flex flex-col gap-3 pt-3">
          {tab === 'sdk' ? <SdkTab keys={keys} labels={labels} /> : null}
          {tab === 'http' ? <HttpTab keys={keys} labels={labels} /> : null}
          {tab === 'telemetry' ? <TelemetryTab keys={keys} labels={labels} /> : null}
          {labelled ? (
            <p className="text-sm text-ink-2">
              Labels are names and values of your own, to filter, chart and compare by. They are optional.
            </p>
          ) : null}
        </div>
      </Tabs>
      {tab === 'http' ? <ClientHint ingestUrl={keys.ingestUrl} /> : null}
    </Card>
  );
}

function HttpTab({ keys, labels }: { keys: SnippetKeys; labels: LabelsOption }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [format, setFormat] = useState<Format>('openai');
  return (
    <>
      <p className="text-ink-2">
        Your application calls the model itself, and then sends a copy of the request and the answer. Try it
        with this one:
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />
        <SnippetSelect label="Format" options={GUIDES} value={format} onChange={setFormat} />
        <LabelsSwitch {...labels} />
      </div>
      <CodeBlock
        captioned
        text={snippet({ language, format, labelled: labels.labelled }, keys)}
        label={`${LANGUAGES[language]}, ${GUIDES[format].label}`}
      />
    </>
  );
}

function ClientHint({ ingestUrl }: { ingestUrl: string }) {
  return (
    <p className="pt-3 text-sm text-ink-2">
      <strong className="font-medium text-ink">Already using a Reconify client?</strong> Point its tracker URL
      at <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono wrap-anywhere">{ingestUrl}</code> and
      give it the two keys. Nothing else changes.
    </p>
  );
}
