import { textMatching } from './text-matching.ts';

/** The part of JSON Schema that contracts come out as. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
}

const exampleId = '01980000-0000-7000-8000-000000000001';

/** Texts whose form a pattern prescribes, or that say more than any text would. */
const byName: Record<string, string> = {
  mobile: '13800000001',
  contactMobile: '13800000001',
  email: 'someone@example.com',
  name: '示例',
  title: '示例公司',
  creditCode: '91310115MA1K35T2XX',
  taxNo: '91310115MA1K35T2XX',
  bankAccount: '6222000000000000',
  code: 'example',
  externalId: '2088000000000001',
  appId: 'ww0000000000000001',
  secret: '********',
  password: 'Xyxlx@2026',
  oldPassword: 'Xyxlx@2026',
  newPassword: 'Xyxlx@2027',
  verificationCode: '123456',
  address: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
  reason: '示例原因',
  keyword: '示例',
  region: '上海市',
  token: 'eyJhbGciOiJIUzI1NiJ9…',
  mcc: '5812',
};

const byFormat: Record<string, string> = {
  uuid: exampleId,
  'date-time': '2026-11-21T02:30:00.000Z',
  date: '2026-11-21',
  email: 'someone@example.com',
  uri: 'https://example.com/',
};

/** Texts for forms that several fields share. */
const candidates = [
  ...Object.values(byFormat),
  ...Object.values(byName),
  'example.com',
  '2026-11',
  '12:00',
  '000000',
  'A',
  '0',
];

/** A value that fits the schema, as a reader would type it; optional fields are left out where `full` is false. */
export function exampleOf(schema: JsonSchema, name = '', full = true): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const filled = choices.find(({ type }) => type !== 'null') ?? choices[0];
    return filled ? exampleOf(filled, name, full) : null;
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, full)));
  if (schema.default !== undefined) return schema.default;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, full);
  if (type === 'array') return listOf(schema, name, full);
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1);
  if (type === 'boolean') return false;
  return type === 'string' ? textOf(schema, name) : null;
}

function objectOf({ properties = {}, required = [] }: JsonSchema, full: boolean): unknown {
  const shown = Object.entries(properties).filter(([name]) => full || required.includes(name));
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, name, full)]));
}

function listOf({ items, prefixItems, minItems = 0 }: JsonSchema, name: string, full: boolean): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name, full));
  if (!items || (!full && minItems === 0)) return [];
  return Array.from({ length: Math.max(minItems, 1) }, () => exampleOf(items, name.replace(/s$/, ''), full));
}

function textOf({ format, pattern, minLength = 0, maxLength = 1000 }: JsonSchema, name: string): string {
  const own = byName[name];
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  if (format && byFormat[format] && !(own && fits(own) && format === 'uri')) return byFormat[format];
  if (own && fits(own)) return own;
  const plain = '示例'.padEnd(minLength, '。').slice(0, maxLength);
  if (fits(plain)) return plain;
  return candidates.find(fits) ?? (pattern && textMatching(pattern)) ?? plain;
}
