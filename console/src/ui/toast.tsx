/** A short message about what was just done, which can be undone for a while. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';

type Toast = { text: string; isError?: boolean; undo?: () => void };

let shown: Toast | null = null;
const listeners = new Set<() => void>();

/** Replaces the message before it. */
export function toast(next: Toast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Long enough to read it and reach the button. */
const SHOWN_MS = 8000;

/** The place of the message, once on every page. What is behind an open dialog cannot be pressed, so it is inside. */
export function ToastPlace() {
  const current = useSyncExternalStore(subscribe, () => shown);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!current) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        const inUse = box.current?.matches(':hover, :focus-within');
        if (inUse) wait();
        else if (shown === current) toast(null);
      }, SHOWN_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [current]);
  const place = document.querySelector('dialog[open]') ?? document.body;
  return createPortal(
    <div
      ref={box}
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4"
    >
      {current ? (
        <div
          className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-lg ${current.isError ? 'border-bad text-bad' : 'border-line-strong'}`}
        >
          <span className="min-w-0">{current.text}</span>
          {current.undo ? (
            <Button
              small
              look="ghost"
              className="text-accent"
              onClick={() => {
                current.undo?.();
                toast(null);
              }}
            >
              Undo
            </Button>
          ) : null}
          <Button small look="ghost" aria-label="Dismiss" onClick={() => toast(null)}>
            ✕
          </Button>
        </div>
      ) : null}
    </div>,
    place,
  );
}
