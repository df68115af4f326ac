import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';

/** Such as `userlist.columns`. */
const preferenceName = z.string().regex(/^[a-z][A-Za-z0-9.-]{0,63}$/);

/** The largest document in bytes of JSON, and how many a user may keep. */
export const preferenceLimits = { bytes: 16_384, documents: 200 } as const;

/** Small JSON documents a user: column settings, saved views. They live on the server because a 403 clears the browser's storage. */
export const preference = {
  getPreferences: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的界面设置', en: 'My preferences' },
    /** Without names: all of them. */
    input: z.strictObject({ names: z.array(preferenceName).min(1).max(50).optional() }),
    output: z.strictObject({ documents: z.record(z.string(), z.json()) }),
  }),
  savePreference: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: { zh: '保存界面设置', en: 'Save a preference' },
    /** `null` removes the document. */
    input: z.strictObject({ name: preferenceName, value: z.json() }),
    output: nothing,
  }),
};
