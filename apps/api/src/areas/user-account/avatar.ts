import { randomUUIDv7 } from 'node:crypto';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { drawAnew } from '../../platform/images/draw-anew.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';

/** Where portraits are served; each upload gets an address of its own, so it never changes. */
export const avatarPath = '/xyxlx/avatar';

/** Stores the caller's portrait, re-encoded at one size. Throws 400. */
export async function saveAvatar(
  call: Call<unknown, Session>,
  file: IncomingFile,
): Promise<{ avatarUrl: string }> {
  const { session, deps } = call;
  const kind = { name: { zh: '头像', en: 'portrait' }, fit: 'cover' } as const;
  const data = await drawAnew(await file.handle.readFile(), kind);
  const id = randomUUIDv7();
  const avatarUrl = `${avatarPath}/${id}.webp`;
  await change(call, async (tx) => {
    await tx.user.update({ where: { id: session.userId }, data: { avatarUrl } });
    await tx.avatar.deleteMany({ where: { userId: session.userId } });
    await tx.avatar.create({ data: { id, userId: session.userId, data, createdAt: deps.clock.now() } });
    await logChange(tx, call, { tenantId: session.tenantId, id: session.userId, label: session.userName });
  });
  return { avatarUrl };
}
