import { z } from 'zod';
import { enabledStates, enabledStateWords } from './enabled-state.ts';
import { endpoint } from './endpoint.ts';
import { formats, id, keyword, label, line, noInput, reason, stamps, version } from './fields.ts';
import { pageInput, pageOf } from './paging.ts';
import { permissions } from './permissions.ts';
import { transitions } from './transitions.ts';

/** A sub-application that the console embeds. */
const subAppRow = z.strictObject({
  id,
  /** Also the name under which the console keeps it alive. */
  code: z.string(),
  name: label,
  /** Where its page is: a path of this site, or an https address of an allowed origin. */
  address: z.string(),
});
export type SubAppRow = z.infer<typeof subAppRow>;

const code = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,30}$/)
  .register(formats, {
    zh: '2 至 31 位小写字母、数字或连字符，以字母开头',
    en: '2 to 31 small letters, digits or hyphens, a letter first',
    maxLength: 31,
  });
const address = z
  .string()
  .max(300)
  .regex(/^(\/[^/\s]\S*|https:\/\/[^\s/?#@]+(\/\S*)?)$/)
  .register(formats, {
    zh: '以 / 开头的本站路径，或 https:// 开头的网址',
    en: 'a path of this site that begins with /, or an address that begins with https://',
  });

const fields = {
  nameZh: line(40),
  nameEn: line(60),
  address,
  /** Who has it in the menu; null: everybody who is signed in. */
  permission: z.enum(permissions).nullable(),
  /** In which order the menu has them. */
  place: z.int().min(0).max(999),
};

/** A sub-application as whoever looks after the service sees it. */
const registeredSubApp = z.strictObject({
  id,
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  address: z.string(),
  permission: z.enum(permissions).nullable(),
  place: z.int(),
  state: z.enum(enabledStates),
  version,
  ...stamps,
});
export type RegisteredSubApp = z.infer<typeof registeredSubApp>;

/** Changes are for platform administrators alone: they hold for every tenant. */
export const subApp = {
  querySubApp: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我可用的子应用', en: 'The sub-applications I may open' },
    input: noInput,
    output: z.strictObject({ list: z.array(subAppRow) }),
  }),
  queryRegisteredSubApp: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '子应用登记列表', en: 'List the registry of sub-applications' },
    input: pageInput(['place', 'code', 'updatedAt'], {
      keyword: keyword.optional(),
      state: z.array(z.enum(enabledStates)).min(1).optional(),
    }),
    output: pageOf(registeredSubApp),
  }),
  getSubApp: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '子应用登记详情', en: 'One sub-application of the registry' },
    input: z.strictObject({ id }),
    output: registeredSubApp,
  }),
  addSubApp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.subapp',
    logs: 'subApp',
    summary: { zh: '登记子应用（停用状态）', en: 'Register a sub-application, out of use at first' },
    input: z.strictObject({ code, ...fields }),
    output: registeredSubApp,
  }),
  editSubApp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.subapp',
    logs: 'subApp',
    summary: {
      zh: '修改子应用；启用中的不能改地址',
      en: 'Edit a sub-application; of one in use the address stays',
    },
    input: z.strictObject({ id, version, ...fields }),
    output: registeredSubApp,
  }),
  enableSubApp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.subapp',
    logs: 'subApp',
    summary: { zh: '启用子应用', en: 'Bring a sub-application into use' },
    input: z.strictObject({ id, version }),
    output: registeredSubApp,
  }),
  disableSubApp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.subapp',
    logs: 'subApp',
    summary: { zh: '停用子应用', en: 'Put a sub-application out of use' },
    input: z.strictObject({ id, version, reason }),
    output: registeredSubApp,
  }),
};

export const subAppTransitions = transitions({
  area: 'subApp',
  record: { zh: '子应用', en: 'Sub-application' },
  words: enabledStateWords,
  initial: ['DISABLED'],
  endpoints: subApp,
  actions: {
    enableSubApp: {
      from: ['DISABLED'],
      to: ['ENABLED'],
      effect: { zh: '出现在有权限者的菜单中', en: 'Whoever has its permission has it in the menu' },
    },
    disableSubApp: {
      from: ['ENABLED'],
      to: ['DISABLED'],
      effect: { zh: '从菜单中移除', en: 'It leaves the menu' },
    },
  },
  automatic: {},
});
