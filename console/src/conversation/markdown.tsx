import { isValidElement, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { htmlAsText } from './html-as-text.ts';
import { markWords } from './mark-words.ts';
import { MarkedCode } from './marked-code.tsx';
import { MarkedText } from './marked-text.tsx';
import { useTerms } from './search-marks.ts';

/** Longer texts are shown as plain text: parsing them would block the page. */
const MAX_CHARACTERS = 50_000;

/** Markdown without side effects: no HTML, no images, and links open only on a click. */
export function Markdown({ text }: { text: string }) {
  const terms = useTerms();
  const plugins = useMemo(() => (terms.length === 0 ? [] : [() => markWords(terms)]), [terms]);
  if (text.length > MAX_CHARACTERS) return <PlainText text={text} />;
  return (
    <div dir="auto" className="flex min-w-0 flex-col gap-2.5 leading-relaxed wrap-break-word">
      <ReactMarkdown remarkPlugins={[remarkGfm, htmlAsText]} rehypePlugins={plugins} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

export function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="leading-relaxed wrap-break-word whitespace-pre-wrap">
      <MarkedText text={text} />
    </p>
  );
}

function Heading({ children }: { children?: ReactNode }) {
  // Headings of a text are not headings of the page.
  return <p className="pt-1 font-semibold">{children}</p>;
}

const CELL = 'border-b border-line px-2 py-1 text-left align-top';

const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  // Line breaks in prompts are kept.
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="flex list-decimal flex-col gap-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink-2">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-line" />,
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent underline">
      {children}
    </a>
  ),
  img: ({ alt, src }) => <Picture alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.92em] ring-1 ring-line">
      {children}
    </code>
  ),
  // The checkbox of a task list.
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
  pre: ({ children }) => <Code>{children}</Code>,
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th style={style} className={`${CELL} font-semibold`}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className={CELL}>
      {children}
    </td>
  ),
};

/** A placeholder for an image. Fetching it would reveal the reader to another server. */
function Picture({ alt, address }: { alt: string; address: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2 py-0.5 text-sm text-ink-2">
      Image{alt ? `: ${alt}` : ''}
      {/^https?:/.test(address) ? (
        <a href={address} target="_blank" rel="noreferrer noopener" className="text-accent underline">
          open
        </a>
      ) : null}
    </span>
  );
}

type CodeProps = { className?: string; children?: ReactNode };

function Code({ children }: { children?: ReactNode }) {
  const code = isValidElement<CodeProps>(children) ? children.props : { children };
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1];
  return (
    <MarkedCode
      text={String(code.children ?? '').replace(/\n$/, '')}
      label={language ? `Code in ${language}` : 'Code'}
    />
  );
}
