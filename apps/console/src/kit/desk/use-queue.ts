import { useEffect, useRef } from 'react';

/** Goes through a queue, whose open record may have left it meanwhile. */
export interface Queue {
  open(id: string): void;
  /** Opens the one below, or above; nothing at the end. */
  next(): void;
  previous(): void;
  hasNext: boolean;
  hasPrevious: boolean;
  /** Opens what takes the place of the open one, which is done: the one below it, else the one above. */
  leave(): void;
  /** The card of the open record; it has the focus once one came to it by these steps. */
  cardRef(card: HTMLElement | null): void;
}

export function useQueue(
  rows: readonly { id: string }[],
  openId: string | null,
  open: (id: string | null) => void,
): Queue {
  const at = rows.findIndex(({ id }) => id === openId);
  // Where the open one stood while it was in the queue: whoever decided it elsewhere goes on from there.
  const stood = useRef(0);
  const isStepping = useRef(false);
  useEffect(() => {
    if (at >= 0) stood.current = at;
  }, [at]);

  function go(to: string | undefined): void {
    if (to === undefined) return;
    isStepping.current = true;
    open(to);
  }

  const below = (): string | undefined => rows[at >= 0 ? at + 1 : stood.current]?.id;
  const above = (): string | undefined => rows[(at >= 0 ? at : stood.current) - 1]?.id;
  return {
    open,
    next: () => go(below()),
    previous: () => go(above()),
    hasNext: at < 0 ? rows.length > 0 : at + 1 < rows.length,
    hasPrevious: at > 0 || (at < 0 && rows.length > 0),
    leave() {
      const to = below() ?? above();
      if (to === undefined) open(null);
      else go(to);
    },
    cardRef(card) {
      if (!card || !isStepping.current) return;
      isStepping.current = false;
      card.focus({ preventScroll: true });
      card.scrollIntoView({ block: 'nearest' });
    },
  };
}
