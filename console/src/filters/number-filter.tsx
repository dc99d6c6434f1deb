import { useState } from 'react';
import type { View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import type { NumberKind } from './filter-kinds.ts';

type Props = { kind: NumberKind; view: View; onChoose: (value: number | undefined) => void };

export function NumberFilter({ kind, view, onChoose }: Props) {
  const value = view[kind.name];
  const [typed, setTyped] = useState(value === undefined ? '' : String(value / kind.factor));
  return (
    <form
      className="flex w-56 flex-col gap-2 p-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(typed === '' ? undefined : Number(typed) * kind.factor);
      }}
    >
      <TextField
        label={`${kind.label} (${kind.unit})`}
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" small look="primary">
        Apply
      </Button>
    </form>
  );
}
