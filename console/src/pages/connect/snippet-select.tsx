type Props<T extends string> = {
  label: string;
  options: Readonly<Record<T, { label: string }>>;
  value: T;
  onChange: (value: T) => void;
};

/** Selects the provider or instrumentation of a snippet. */
export function SnippetSelect<T extends string>({ label, options, value, onChange }: Props<T>) {
  // `Object.keys` types the keys of a record as strings.
  const names = Object.keys(options) as T[];
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-2">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(names.find((name) => name === event.target.value) ?? value)}
        className="h-8 rounded-md border border-line-strong bg-surface px-2 text-base"
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {options[name].label}
          </option>
        ))}
      </select>
    </label>
  );
}
