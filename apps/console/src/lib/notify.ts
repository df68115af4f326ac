export type NoticeKind = 'success' | 'info' | 'error';

/** Puts a message on the screen. */
type Show = (kind: NoticeKind, text: string) => void;

let show: Show | null = null;
let waiting: Parameters<Show>[] = [];
let isUsed = false;
const listeners = new Set<() => void>();

/** Shows a short message on top of whatever is on the screen; the same words are never shown twice at once. */
export function notify(kind: NoticeKind, text: string): void {
  if (show) show(kind, text);
  else {
    waiting.push([kind, text]);
    isUsed = true;
    for (const listener of listeners) listener();
  }
}

/** Whether there has been a message: what shows them is fetched with the first. */
export function hasNotices(): boolean {
  return isUsed;
}

/** Calls back when there is a first message; the answer stops that. */
export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the messages from now on, those that wait first; the answer stops that. */
export function takeNotices(taker: Show): () => void {
  show = taker;
  for (const notice of waiting) taker(...notice);
  waiting = [];
  return () => {
    show = null;
  };
}
