import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import type { SnippetKeys } from './snippets.ts';
import {
  INSTRUMENTATIONS,
  type Instrumentation,
  type InstrumentationName,
  telemetryVariables,
} from './telemetry.ts';

// The keys of a record are its names; `Object.keys` only knows that they are texts.
const NAMES = Object.keys(INSTRUMENTATIONS) as InstrumentationName[];

export function TelemetryTab({ keys }: { keys: SnippetKeys }) {
  const [chosen, setChosen] = useState<InstrumentationName>('opentelemetry');
  const instrumentation: Instrumentation = INSTRUMENTATIONS[chosen];
  const { code, content } = instrumentation;
  return (
    <>
      <p className="text-ink-2">
        An application that is instrumented already needs no code: point its exporter at this server. Model
        calls become interactions, and the agents and tools around them are shown with their trace. Metrics
        are not taken.
      </p>
      <label className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-ink-2">Instrumentation</span>
        <select
          value={chosen}
          onChange={(event) =>
            setChosen(NAMES.find((name) => name === event.target.value) ?? 'opentelemetry')
          }
          className="h-8 rounded-md border border-line-strong bg-surface px-2 text-base"
        >
          {NAMES.map((name) => (
            <option key={name} value={name}>
              {INSTRUMENTATIONS[name].label}
            </option>
          ))}
        </select>
      </label>
      <CodeBlock captioned wrapped text={telemetryVariables(instrumentation, keys)} label="Environment" />
      {code ? <CodeBlock captioned text={code.text} label={code.label} /> : null}
      <p className="text-sm text-ink-2">{content}</p>
    </>
  );
}
