import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Notifies a number or mailbox that the account it signed in with has moved to another. */
export async function notifyOldMobile({ messenger }: Deps, tx: Transaction, mobile: string): Promise<void> {
  const text =
    '您的登录手机号/邮箱已被更换，如非本人操作请立即联系管理员。 The mobile or e-mail you sign in with was changed: if that was not you, tell your administrator at once.';
  await messenger.send({ mobile, scene: 'mobileChanged', code: null, text }, tx);
}
