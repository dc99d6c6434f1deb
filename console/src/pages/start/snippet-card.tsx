import type { Format } from '@parley/contract';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EXCHANGES } from './exchanges.ts';
import { LANGUAGES, type Language, type SnippetKeys, snippet } from './snippets.ts';

// The keys of a record are its names; `Object.keys` only knows that they are texts.
const FORMATS = Object.keys(EXCHANGES) as Format[];

export function SnippetCard({ keys }: { keys: SnippetKeys }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [format, setFormat] = useState<Format>('openai');
  return (
    <Card title="Send an interaction">
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">
          Your application calls the model itself, and then sends a copy of the request and the answer. Try it
          with this one:
        </p>
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
          text={snippet(language, format, keys)}
          label={`${LANGUAGES[language]}, ${EXCHANGES[format].label}`}
        />
        <p className="text-sm text-ink-2">
          <strong className="font-medium text-ink">Already using a client?</strong> Point its tracker URL at{' '}
          <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono wrap-anywhere">{keys.ingestUrl}</code>{' '}
          and give it the two keys. Nothing else changes.
        </p>
      </div>
    </Card>
  );
}
