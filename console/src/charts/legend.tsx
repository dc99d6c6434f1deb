export function Legend({ items }: { items: readonly { name: string; color: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-sm text-ink-2">
      {items.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span style={{ background: color }} className="size-2 rounded-sm" />
          <span className="max-w-52 truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}
