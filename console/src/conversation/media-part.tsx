import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useMediaSource } from './media-source.tsx';
import { MediumView } from './medium-view.tsx';
import type { ShownPart } from './pair-tools.ts';
import { isInline } from './raw-media.ts';

type Media = Extract<ShownPart, { type: 'media' }>;

/**
 * An image, audio or a document. Remote files are not loaded: that would reveal the reader to another server.
 */
export function MediaPart({ part }: { part: Media }) {
  const { key, kind, mimeType, url } = part;
  const source = useMediaSource();
  const [shown, setShown] = useState(false);
  const shows = source !== null && isInline(part);
  return (
    <div className="flex flex-col gap-2 rounded-md border border-dashed border-line-strong px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium capitalize">{kind}</span>
        {mimeType === null ? null : <span className="text-ink-2">{mimeType}</span>}
        {url === null ? null : (
          <>
            <a
              href={url}
              target="_blank"
              rel="noreferrer noopener"
              className="min-w-0 truncate text-accent underline"
            >
              {url}
            </a>
            <span className="text-ink-2">Not loaded: it is on another server</span>
          </>
        )}
        {shows && !shown ? (
          <Button
            small
            className="ml-auto"
            onClick={() => {
              source.ask();
              setShown(true);
            }}
          >
            {kind === 'image' ? 'Show image' : 'Play audio'}
          </Button>
        ) : null}
      </div>
      {shows && shown ? <FoundView place={key} kind={kind} /> : null}
    </div>
  );
}

function FoundView({ place, kind }: { place: string; kind: string }) {
  const { medium, error, isUnclear } = useMediaSource()?.find(place) ?? { medium: null };
  if (medium) return <MediumView medium={medium} />;
  if (error) {
    return (
      <p role="alert" className="text-ink-2">
        {error.message}
      </p>
    );
  }
  if (!isUnclear) return <p className="animate-pulse text-ink-2">Loading…</p>;
  return (
    <p className="text-ink-2">
      This {kind} could not be matched with the request. See below, or the Raw tab.
    </p>
  );
}
