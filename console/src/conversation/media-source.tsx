import type { Message } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { askRaw, readRaw } from './ask-raw.ts';
import { MediumView } from './medium-view.tsx';
import { mediaIn, numberMedia, type RawMedium } from './raw-media.ts';

/** `medium` is null while it is loading or if it was not found. */
export type FoundMedium = { medium: RawMedium | null; error: Error | null; isUnclear: boolean };
type Source = { ask: () => void; find: (place: string) => FoundMedium };

const MediaContext = createContext<Source | null>(null);

type Props = { id: string; messages: readonly Message[]; children: ReactNode };

/**
 * Provides the images and audio of a conversation from the raw request and response, which are loaded on
 * demand. Messages and raw media are matched by order; if their numbers differ, the match is unknown and all
 * raw media are shown below the conversation.
 */
export function MediaSource({ id, messages, children }: Props) {
  const [asked, setAsked] = useState(false);
  const { data, error } = useQuery({ ...askRaw(id), enabled: asked });
  const numbers = useMemo(() => numberMedia(messages), [messages]);
  const sent = useMemo(() => (data === undefined ? null : mediaIn(readRaw(data))), [data]);
  const isUnclear = sent !== null && sent.length !== numbers.size;
  const source = useMemo(
    (): Source => ({
      ask: () => setAsked(true),
      find: (place) => ({
        medium: (!isUnclear && sent?.[numbers.get(place) ?? -1]) || null,
        error,
        isUnclear,
      }),
    }),
    [sent, numbers, error, isUnclear],
  );
  return (
    <MediaContext value={source}>
      {children}
      {isUnclear && sent.length > 0 ? (
        <section aria-label="Images and audio of the request" className="flex flex-col gap-3">
          <h3 className="text-xs font-semibold text-ink-2">Images and audio of the request</h3>
          {sent.map((medium, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes.
            <MediumView key={number} medium={medium} />
          ))}
        </section>
      ) : null}
    </MediaContext>
  );
}

/** Null where raw media are not available, as in lists. */
export function useMediaSource(): Source | null {
  return useContext(MediaContext);
}
