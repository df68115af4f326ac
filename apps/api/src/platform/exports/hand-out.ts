import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { OutgoingFile } from '../http/files.ts';
import { type Change, logChange } from '../operation-log/operation-log.ts';

/** The file, once the log has who took it: one that can't be logged does not go out, and what makes it ends. */
export async function handOut(
  call: Call<unknown, Session>,
  change: Change,
  file: OutgoingFile,
): Promise<OutgoingFile> {
  try {
    await logChange(call.deps.database.prisma, call, change);
    return file;
  } catch (error) {
    if (!Buffer.isBuffer(file.body)) file.body.destroy();
    throw error;
  }
}
