type NoticeKind = 'success' | 'info' | 'error';

interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
}

const shownMs: Record<NoticeKind, number> = { success: 3000, info: 4000, error: 6000 };

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short message on top of whatever is on the screen; the same words are never shown twice at once. */
export function notify(kind: NoticeKind, text: string): void {
  const others = notices.filter((notice) => notice.text !== text);
  lastId += 1;
  const id = lastId;
  change([...others, { id, kind, text }].slice(-4));
  setTimeout(() => dismiss(id), shownMs[kind]);
}

/** Takes a message away before its time. */
export function dismiss(id: number): void {
  if (notices.some((notice) => notice.id === id)) change(notices.filter((notice) => notice.id !== id));
}

/** The messages on the screen now, oldest first. */
export function currentNotices(): readonly Notice[] {
  return notices;
}

/** Calls back at every change; the answer stops that. */
export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
