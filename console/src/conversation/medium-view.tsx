import { useEffect, useMemo, useState } from 'react';
import { bytes as size } from '../lib/format.ts';
import { bytesOf, typeOf } from './media-bytes.ts';
import type { RawMedium } from './raw-media.ts';

/** An image or audio from the recorded bytes. Nothing is fetched. */
export function MediumView({ medium }: { medium: RawMedium }) {
  const { kind, bytes: written } = medium;
  const blob = useMemo(() => blobOf(written), [written]);
  const url = useObjectUrl(blob);
  if (written === undefined) {
    return <Note>The request names this {kind} by a file id. Its bytes were not part of it.</Note>;
  }
  if (!blob?.type.startsWith(`${kind}/`)) {
    return <Note>This {kind} is of a type that is not shown here. Its bytes are in the Raw tab.</Note>;
  }
  if (url === null) return null;
  return (
    <figure className="m-0 flex flex-col items-start gap-1">
      {kind === 'image' ? (
        <img
          src={url}
          alt="Sent with the conversation"
          className="max-h-112 max-w-full rounded-md border border-line bg-sunken object-contain"
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what was recorded.
        <audio src={url} controls className="w-full max-w-md" />
      )}
      <figcaption className="text-sm text-ink-2">
        {blob.type}, {size(blob.size)}
      </figcaption>
    </figure>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="text-sm text-ink-2">{children}</p>;
}

function blobOf(written: unknown): Blob | null {
  const bytes = bytesOf(written);
  const type = bytes && typeOf(bytes);
  return bytes && type ? new Blob([bytes], { type }) : null;
}

/** An object URL that is revoked on unmount. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
