import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The largest error log taken, in bytes of UTF-8 text. */
export const maxErrorReportBytes = 256 * 1024;

export const errorReport = {
  uploadErrorReport: endpoint({
    kind: 'upload',
    access: 'public',
    summary: { zh: '上传错误日志', en: 'Upload an error log' },
    maxFileBytes: maxErrorReportBytes,
    input: z.strictObject({
      /** The serial of the device or of the failed request. */
      serial: z
        .string()
        .min(1)
        .max(64)
        .regex(/^[\w.:-]+$/),
      note: z.string().max(1000).default(''),
    }),
    /** What the reporter quotes to the support desk. */
    output: z.strictObject({ ticket: z.string() }),
  }),
};
