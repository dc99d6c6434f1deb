import { CodeBlock } from '../ui/copy.tsx';
import { MarkedText } from './marked-text.tsx';

/** A block of code with the words of the search marked. */
export function MarkedCode({ text, label }: { text: string; label: string }) {
  return (
    <CodeBlock text={text} label={label}>
      <MarkedText text={text} />
    </CodeBlock>
  );
}
