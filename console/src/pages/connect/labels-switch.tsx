export type LabelsOption = { labelled: boolean; onChange: (labelled: boolean) => void };

/** Whether a snippet shows how to send labels. */
export function LabelsSwitch({ labelled, onChange }: LabelsOption) {
  return (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      <input
        type="checkbox"
        checked={labelled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      Include labels
    </label>
  );
}
