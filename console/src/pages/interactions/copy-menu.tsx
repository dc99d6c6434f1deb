import { useQuery } from '@tanstack/react-query';
import { asking } from '../../api/use-ask.ts';
import { asCurl } from '../../conversation/as-curl.ts';
import { asMarkdown } from '../../conversation/as-markdown.ts';
import { askRaw } from '../../conversation/ask-raw.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { useCopy } from '../../ui/copy.tsx';
import { Popover } from '../../ui/popover.tsx';

/** Copies an interaction in several forms. */
export function CopyMenu({ id }: { id: string }) {
  const { copied, copy } = useCopy();
  return (
    <Popover
      label={<span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>}
      title="Copy"
      className="inline-flex h-7 items-center rounded-md border border-line-strong bg-surface px-2 text-sm font-medium hover:bg-sunken"
    >
      {(close) => (
        <Forms
          id={id}
          onCopy={(text) => {
            void copy(text);
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** The text has to be loaded before the click: browsers refuse to copy it later. */
function Forms({ id, onCopy }: { id: string; onCopy: (text: string) => void }) {
  const { data: interaction } = useQuery(asking('GET /v1/interactions/:id', { params: { id } }));
  const { data: raw, error } = useQuery(askRaw(id));
  const curl =
    interaction && interaction.format !== 'otel' && raw !== undefined ? asCurl(interaction, raw) : null;
  return (
    <div className="flex w-56 flex-col">
      <MenuItem first onChoose={() => onCopy(window.location.href)}>
        Copy link
      </MenuItem>
      {interaction ? (
        <>
          <MenuItem first={false} onChoose={() => onCopy(asMarkdown(interaction))}>
            Copy as Markdown
          </MenuItem>
          <MenuItem first={false} onChoose={() => onCopy(JSON.stringify(interaction, null, 2))}>
            Copy as JSON
          </MenuItem>
        </>
      ) : null}
      {curl === null ? null : (
        <MenuItem first={false} onChoose={() => onCopy(curl)}>
          Copy as cURL
        </MenuItem>
      )}
      {curl === null && error ? (
        <p className="px-2.5 py-1.5 text-sm text-ink-2">No cURL: the request is not kept.</p>
      ) : null}
    </div>
  );
}
