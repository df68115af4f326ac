import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, noInput, nothing } from './fields.ts';

/** Such as `userlist.columns`. */
const preferenceName = z.string().regex(/^[a-z][A-Za-z0-9.-]{0,63}$/);

/** The largest document in bytes of JSON, and how many a user may keep. */
export const preferenceLimits = { bytes: 16_384, documents: 200 } as const;

/** How many views of a list, and of all lists, a tenant's people share. */
export const sharedViewLimits = { ofList: 20, ofTenant: 500 } as const;

const sharedView = z.strictObject({
  id,
  /** The list that it is of, such as `merchant`. */
  list: preferenceName,
  name: z.string(),
  /** The filters and the order, as the query of the list's address. */
  search: z.string(),
  createdBy: z.string(),
  /** Whether the caller can take it back: their own, and everybody's for who edits users. */
  canRemove: z.boolean(),
});
export type SharedView = z.infer<typeof sharedView>;

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
  querySharedView: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '同事共享的视图', en: 'Views that colleagues share' },
    input: noInput,
    output: z.strictObject({ views: z.array(sharedView) }),
  }),
  shareView: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: { zh: '共享视图', en: 'Share a view' },
    input: z.strictObject({
      list: preferenceName,
      name: z.string().trim().min(1).max(20),
      search: z.string().min(1).max(2_000),
    }),
    output: sharedView,
  }),
  removeSharedView: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: { zh: '停止共享视图', en: 'Share a view no more' },
    input: z.strictObject({ id }),
    output: nothing,
  }),
};
