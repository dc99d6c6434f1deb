import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { Button } from './button.tsx';

/** Copies, and confirms it for two seconds. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    await copyText(text);
    setCopied(true);
  };
  return { copied, copy };
}

type CopyButtonProps = { text: string; label?: string; autoFocus?: boolean };

export function CopyButton({ text, label = 'Copy', autoFocus = false }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return (
    <Button small autoFocus={autoFocus} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

/** A line of text with a copy button. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2.5 py-1.5 font-mono text-sm wrap-anywhere">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
    </div>
  );
}

type CodeProps = {
  text: string;
  label: string;
  captioned?: boolean;
  wrapped?: boolean;
  /** The text as it is shown, with marks in it. */
  children?: ReactNode;
};

/** `captioned` shows the label above the code; `wrapped` breaks long lines. */
export function CodeBlock({ text, label, captioned, wrapped, children = text }: CodeProps) {
  return (
    <figure
      className={`m-0 flex overflow-hidden rounded-md border border-line bg-sunken ${captioned ? 'flex-col' : 'flex-row-reverse items-start'}`}
    >
      {captioned ? (
        <figcaption className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-3 text-sm text-ink-2">
          {label}
          <CopyButton text={text} />
        </figcaption>
      ) : (
        <div className="shrink-0 p-2">
          <CopyButton text={text} />
        </div>
      )}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that.
        tabIndex={0}
        className="max-h-[max(28rem,60dvh)] min-w-0 flex-1 overflow-auto p-3 -outline-offset-2"
      >
        <pre
          className={`m-0 font-mono text-sm leading-relaxed ${wrapped ? 'sm:wrap-anywhere sm:whitespace-pre-wrap' : ''}`}
        >
          {children}
        </pre>
      </section>
    </figure>
  );
}
