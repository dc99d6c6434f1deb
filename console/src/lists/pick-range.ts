import type { MouseEvent } from 'react';

type Handlers = {
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  onMouseDown: (event: MouseEvent<HTMLElement>) => void;
};

/** A click on a row with Shift selects up to it, instead of opening it. */
export function pickRange(onRange: () => void): Handlers {
  return {
    onClickCapture: (event) => {
      // Its check box knows of Shift.
      if (!event.shiftKey || isOnPickBox(event)) return;
      event.preventDefault();
      event.stopPropagation();
      onRange();
    },
    // Browsers would select the text up to here.
    onMouseDown: (event) => {
      if (event.shiftKey) event.preventDefault();
    },
  };
}

export function isOnPickBox({ target }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && target.closest('[data-pick]') !== null;
}
