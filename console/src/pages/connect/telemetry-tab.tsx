import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type LabelsOption, LabelsSwitch } from './labels-switch.tsx';
import { SnippetSelect } from './snippet-select.tsx';
import type { SnippetKeys } from './snippets.ts';
import { INSTRUMENTATIONS, LANGUAGES, type TelemetryLanguage, telemetryVariables } from './telemetry.ts';

export function TelemetryTab({ keys, labels }: { keys: SnippetKeys; labels: LabelsOption }) {
  const [language, setLanguage] = useState<TelemetryLanguage>('python');
  const [label, setLabel] = useState('');
  const known = INSTRUMENTATIONS[language];
  // Another language has others, of which the first is shown.
  const instrumentation = known.find((one) => one.label === label) ?? known[0];
  const { install, code, content } = instrumentation;
  return (
    <>
      <p className="text-ink-2">
        An application that is instrumented already needs no code: point its exporter at this server. Model
        calls become interactions, and the agents and tools around them are shown with their trace. Metrics
        are ignored.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />
        <SnippetSelect
          label="Instrumentation"
          options={Object.fromEntries(known.map((one) => [one.label, one]))}
          value={instrumentation.label}
          onChange={setLabel}
        />
        <LabelsSwitch {...labels} />
      </div>
      {install ? <CodeBlock captioned wrapped text={install} label="Install" /> : null}
      <CodeBlock
        captioned
        wrapped
        text={telemetryVariables(instrumentation, keys, labels.labelled)}
        label="Environment"
      />
      {code ? <CodeBlock captioned text={code.text} label={code.label} /> : null}
      <p className="text-sm text-ink-2">{content}</p>
    </>
  );
}
