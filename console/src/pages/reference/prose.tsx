/** Text in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
      <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-sm wrap-anywhere">
        {piece}
      </code>
    ),
  );
}
