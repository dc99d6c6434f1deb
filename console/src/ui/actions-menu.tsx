import type { ReactNode } from 'react';
import { Popover } from './popover.tsx';

type Props = {
  /** What the actions are of. */
  name: string;
  className?: string;
  /** The items; `then` closes the menu before an action. */
  children: (then: (act: () => void) => () => void) => ReactNode;
};

const BUTTON = 'size-7 shrink-0 rounded-md text-ink-3 hover:bg-line/60 hover:text-ink';

/** A button with three dots, and the menu of what can be done with one thing. */
export function ActionsMenu({ name, className = '', children }: Props) {
  return (
    <Popover
      title={`Actions for ${name}`}
      className={`${BUTTON} ${className}`}
      label={
        <>
          <span aria-hidden="true">⋯</span>
          <span className="sr-only">Actions for {name}</span>
        </>
      }
    >
      {(close) => (
        <div className="flex w-48 flex-col">
          {children((act) => () => {
            close();
            act();
          })}
        </div>
      )}
    </Popover>
  );
}
