import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { OutgoingFile } from '../http/files.ts';
import { type Change, logChange } from '../operation-log/operation-log.ts';

/** Logs who takes the file, and returns it; where that can't be logged the file does not go out and its source is ended. */
export async function logDownload(
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
