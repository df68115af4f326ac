/** Ends `npm run db:generate`: columns of few values, plain text to Prisma, get the contracts' types in the generated client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueColumns } from './value-columns.ts';

const MODELS_DIR = join(import.meta.dirname, 'client/models');
const anchor = 'import type * as Prisma from "../internal/prismaNamespace.ts"';

for (const [model, fields] of Object.entries(valueColumns)) {
  const file = join(MODELS_DIR, `${model}.ts`);
  let source = readFileSync(file, 'utf8');
  for (const field of Object.keys(fields)) source = typed(source, model, field);
  if (!source.includes(anchor)) throw new Error(`${file} begins in another way than this Prisma writes it`);
  const imported = 'import type { ValueFilter, ValueOf, ValueUpdate } from "../../value-columns.ts"';
  writeFileSync(file, source.replace(anchor, `${anchor}\n${imported}`));
}

function typed(source: string, model: string, field: string): string {
  const value = `ValueOf<'${model}', '${field}'>`;
  const types: Record<string, string> = {
    string: value,
    'string | null': `${value} | null`,
    [`Prisma.StringFilter<"${model}"> | string`]: `ValueFilter<${value}> | ${value}`,
    [`Prisma.StringWithAggregatesFilter<"${model}"> | string`]: `ValueFilter<${value}> | ${value}`,
    'Prisma.StringFieldUpdateOperationsInput | string': `ValueUpdate<${value}> | ${value}`,
    [`Prisma.StringNullableFilter<"${model}"> | string | null`]: `ValueFilter<${value} | null> | ${value} | null`,
    [`Prisma.StringNullableWithAggregatesFilter<"${model}"> | string | null`]: `ValueFilter<${value} | null> | ${value} | null`,
    'Prisma.NullableStringFieldUpdateOperationsInput | string | null': `ValueUpdate<${value} | null> | ${value} | null`,
  };
  // How the field is counted, chosen and sorted by has nothing to do with its values.
  const others = /^(true|number|boolean|Prisma\.SortOrder|Prisma\.SortOrderInput \| Prisma\.SortOrder)$/;
  return source.replace(new RegExp(`^( +${field}\\??: )(.+)$`, 'gm'), (line, name: string, type: string) => {
    if (others.test(type)) return line;
    if (!types[type])
      throw new Error(`${model}.${field} has the unknown type ${type} in the generated client`);
    return name + types[type];
  });
}
