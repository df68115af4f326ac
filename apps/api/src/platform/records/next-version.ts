import type { Session } from '../../core/session.ts';

/** What every change of a record writes beside what it changes: the next version, when and by whom. */
export function nextVersion({ userName }: Pick<Session, 'userName'>, now: Date) {
  return { version: { increment: 1 }, updatedAt: now, updatedBy: userName };
}
