import { FIGURE_KINDS, type FigureKind, figureNamed } from './figure-kinds.ts';

type Props = { label: string; chosen: FigureKind; onChoose: (kind: FigureKind) => void };

export function FigureSelect({ label, chosen, onChoose }: Props) {
  return (
    <select
      aria-label={label}
      value={chosen.name}
      onChange={(event) => onChoose(figureNamed(event.target.value) ?? chosen)}
      className="h-7 min-w-0 max-w-32 rounded-md border border-line-strong bg-surface px-1.5 text-sm sm:max-w-52"
    >
      {FIGURE_KINDS.map(({ name, label: text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
