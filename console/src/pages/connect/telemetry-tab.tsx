import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { type LabelsOption, LabelsSwitch } from './labels-switch.tsx';
import { SnippetSelect } from './snippet-select.tsx';
import type { SnippetKeys } from './snippets.ts';
import {
  INSTRUMENTATIONS,
  type Instrumentation,
  type InstrumentationName,
  telemetryVariables,
} from './telemetry.ts';

export function TelemetryTab({ keys, labels }: { keys: SnippetKeys; labels: LabelsOption }) {
  const [chosen, setChosen] = useState<InstrumentationName>('opentelemetry');
  const instrumentation: Instrumentation = INSTRUMENTATIONS[chosen];
  const { code, content } = instrumentation;
  return (
    <>
      <p className="text-ink-2">
        An application that is instrumented already needs no code: point its exporter at this server. Model
        calls become interactions, and the agents and tools around them are shown with their trace. Metrics
        are ignored.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SnippetSelect
          label="Instrumentation"
          options={INSTRUMENTATIONS}
          value={chosen}
          onChange={setChosen}
        />
        <LabelsSwitch {...labels} />
      </div>
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
