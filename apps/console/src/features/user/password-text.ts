import type { UserRow } from '@xyxlx/contracts/user-administration';
import type { TFunction } from 'i18next';

/** What is known of a user's password; nothing of one who was asked to join and has not said yes. */
export function passwordText(
  t: TFunction<'user'>,
  { state, updatePassword, expiresAt }: Pick<UserRow, 'state' | 'updatePassword' | 'expiresAt'>,
): string {
  if (state === 'PENDING') return '—';
  if (updatePassword === 1) return t('password.own');
  return t(isOver(expiresAt) ? 'password.over' : 'password.initial');
}

/** Whether an initial password or an invitation has run out. */
export function isOver(expiresAt: string | null): boolean {
  return expiresAt !== null && new Date(expiresAt) <= new Date();
}
