import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, noInput } from './fields.ts';

/** A sub-application that the console embeds. */
const subAppRow = z.strictObject({
  id,
  /** Also the name under which the console keeps it alive. */
  code: z.string(),
  name: z.strictObject({ zh: z.string(), en: z.string() }),
  /** Where its page is: a path of this site, or an https address of an allowed origin. */
  address: z.string(),
});
export type SubAppRow = z.infer<typeof subAppRow>;

export const subApp = {
  querySubApp: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我可用的子应用', en: 'The sub-applications I may open' },
    input: noInput,
    output: z.strictObject({ list: z.array(subAppRow) }),
  }),
};
