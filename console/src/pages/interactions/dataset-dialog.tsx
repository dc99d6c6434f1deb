import type { DatasetFormat, DatasetUnit } from '@parley/contract';
import { useState } from 'react';
import { urlOf } from '../../api/call.ts';
import { Button, MAIN_LINK } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';

const FORMATS: Record<DatasetFormat, [name: string, hint: string]> = {
  openai: ['OpenAI fine-tuning', 'Messages, tools and weights.'],
  preference: ['OpenAI preference pairs', 'Each correction beside the answer that it replaces.'],
  anthropic: ['Claude on Amazon Bedrock', 'Texts only: conversations with tools are left out.'],
  gemini: ['Gemini on Vertex AI', 'Texts and calls of functions.'],
  sharegpt: ['ShareGPT', 'For open models.'],
  plain: ['Input and expected answer', 'For evaluations.'],
};

const UNITS = [
  ['interaction', 'Interaction', 'Each answer, with the conversation before it.'],
  ['session', 'Session', 'The whole conversation, once.'],
] as const;

type Props = {
  open: boolean;
  onClose: () => void;
  /** The filters of the list on screen. */
  query: Record<string, unknown>;
  per: DatasetUnit;
  note: string;
};

/** Downloads conversations for training and evaluation. */
export function DatasetDialog({ open, onClose, query, per, note }: Props) {
  const [format, setFormat] = useState<DatasetFormat>('openai');
  const [unit, setUnit] = useState(per);
  const chosen = { as: format, ...(format === 'preference' ? {} : { per: unit }) };
  return (
    <Dialog open={open} title="Training data" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <SelectField
          label="Format"
          data-autofocus
          value={format}
          onChange={({ target }) => setFormat(target.value as DatasetFormat)}
          options={Object.entries(FORMATS).map(([value, [name]]) => [value, name])}
          hint={FORMATS[format][1]}
        />
        {format === 'preference' ? null : (
          <RadioField
            label="One line per"
            name="per"
            defaultValue={unit}
            options={UNITS}
            onChange={(value) => setUnit(value as DatasetUnit)}
          />
        )}
        <p className="text-sm text-ink-3">
          {note} Corrections replace answers; failed calls and answers with a thumbs-down are left out. The
          file has a manifest that names what was left out and why.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <a
            href={urlOf('/v1/export/dataset', {}, { ...query, ...chosen })}
            download
            onClick={onClose}
            className={MAIN_LINK}
          >
            Download
          </a>
        </div>
      </div>
    </Dialog>
  );
}
