export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-2xl font-semibold tabular">{value}</dd>
    </div>
  );
}
