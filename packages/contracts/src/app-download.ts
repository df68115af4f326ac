import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { noInput } from './fields.ts';

export const appDownload = {
  getAppDownload: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '应用下载地址', en: 'Where to get the app' },
    input: noInput,
    /** Null where the app is not released for the platform. */
    output: z.strictObject({ ios: z.url().nullable(), android: z.url().nullable() }),
  }),
};
