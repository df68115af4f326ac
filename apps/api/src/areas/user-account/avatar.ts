import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Call } from '../../core/call.ts';
import { InvalidInput } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { isWholeImage } from './image-format.ts';

const side = 256;
/** A small file can unpack to a huge picture. */
const maxPixels = 50_000_000;

/** Where portraits are served; each upload gets an address of its own, so it never changes. */
export const avatarPath = '/xyxlx/avatar';

const encodeOneAtATime = pLimit(1);

/** Stores the caller's portrait, re-encoded at one size: anything else in the file is gone. Throws 400. */
export async function saveAvatar(
  call: Call<unknown, Session>,
  file: IncomingFile,
): Promise<{ avatarUrl: string }> {
  const { session, deps } = call;
  const data = await drawAnew(await file.handle.readFile());
  const id = randomUUID();
  const avatarUrl = `${avatarPath}/${id}.webp`;
  await change(call, async (tx) => {
    await tx.user.update({ where: { id: session.userId }, data: { avatarUrl } });
    await tx.avatar.deleteMany({ where: { userId: session.userId } });
    await tx.avatar.create({ data: { id, userId: session.userId, data, createdAt: deps.clock.now() } });
    await logChange(tx, call, { tenantId: session.tenantId, id: session.userId, label: session.userName });
  });
  return { avatarUrl };
}

async function drawAnew(file: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  if (!isWholeImage(file)) throw notAnImage();
  try {
    const drawn = await encodeOneAtATime(() =>
      sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer(),
    );
    return new Uint8Array(drawn);
  } catch {
    // A file that the decoder refuses is the sender's fault.
    throw notAnImage();
  }
}

function notAnImage(): InvalidInput {
  const message = {
    zh: '头像须为完整的 png、jpeg 或 webp 图片',
    en: 'A portrait must be a whole png, jpeg or webp picture',
  };
  return new InvalidInput([{ path: 'file', message }], message);
}
