import type { Role } from '@parley/contract';
import { count } from '../lib/format.ts';
import { LongText } from './long-text.tsx';
import { Markdown, PlainText } from './markdown.tsx';
import { MediaPart } from './media-part.tsx';
import type { ShownPart } from './pair-tools.ts';
import { scoreText } from './retrieval-text.ts';
import { ToolResultView, ToolView } from './tool-view.tsx';

export function PartView({ part, role }: { part: ShownPart; role: Role }) {
  switch (part.type) {
    case 'text':
      return <LongText text={part.text} plain={role === 'system'} />;
    case 'thinking':
      return (
        <details className="rounded-md border border-line px-3 py-1.5">
          <summary className="text-sm text-ink-2">
            Thinking <span>· {count(part.text.length)} characters</span>
          </summary>
          <div className="pt-2 text-ink-2">
            <Markdown text={part.text} />
          </div>
        </details>
      );
    case 'refusal':
      return (
        <div className="flex flex-col items-start gap-1 rounded-md bg-bad-soft px-3 py-2">
          <span className="text-xs font-semibold text-bad">Refusal</span>
          <PlainText text={part.text} />
        </div>
      );
    case 'tool':
      return <ToolView call={part.call} result={part.result} />;
    case 'tool_result':
      return <ToolResultView name={part.name} text={part.text} />;
    case 'media':
      return <MediaPart part={part} />;
    case 'ranked':
      return (
        <p>
          Document {count(part.index + 1)} <span className="tabular text-ink-2">{scoreText(part.score)}</span>
        </p>
      );
    case 'other':
      return (
        <p className="text-sm text-ink-2">
          A block of the kind <code className="font-mono">{part.name}</code>: see the raw JSON.
        </p>
      );
  }
}
