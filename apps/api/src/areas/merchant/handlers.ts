import type { merchant as contract } from '@xyxlx/contracts/merchant';
import type { Prisma } from '@xyxlx/database/client/client';
import { maskAccount, maskMobile } from '../../platform/mask.ts';
import { recordMissing } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';
import { merchantScope } from './merchant-scope.ts';

const include = { brand: true, platform: true } satisfies Prisma.MerchantInclude;
type MerchantRecord = Prisma.MerchantGetPayload<{ include: typeof include }>;

export const merchant: Handlers<typeof contract> = {
  queryMerchant: async ({ input, session, deps: { database } }) => {
    const { pageNum, pageSize, sort } = input;
    const where: Prisma.MerchantWhereInput = { AND: [merchantScope(session), filterOf(input)] };
    const [total, rows] = await Promise.all([
      database.prisma.merchant.count({ where }),
      database.prisma.merchant.findMany({
        where,
        include,
        orderBy: [sort ? { [sort.field]: sort.order } : { createdAt: 'desc' }, { id: 'desc' }],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: rows.map(present), total, pageNum, pageSize };
  },

  getMerchant: async ({ input, session, deps: { database } }) => {
    const row = await database.prisma.merchant.findFirst({
      where: { AND: [merchantScope(session), { id: input.id }] },
      include,
    });
    if (!row) throw recordMissing();
    return {
      ...present(row),
      settlementBank: row.settlementBank,
      settlementAccount: maskAccount(row.settlementAccount),
    };
  },
};

function filterOf(input: {
  keyword?: string | undefined;
  state?: MerchantRecord['state'][] | undefined;
  brandId?: string | undefined;
  platformId?: string | undefined;
  region?: string | undefined;
}): Prisma.MerchantWhereInput {
  const { keyword, state, brandId, platformId, region } = input;
  const contains = (text: string) => ({ contains: literal(text), mode: 'insensitive' as const });
  return {
    ...(keyword && {
      OR: [
        { merchantNo: { startsWith: literal(keyword) } },
        { name: contains(keyword) },
        { shortName: contains(keyword) },
        { creditCode: keyword },
      ],
    }),
    ...(state && { state: { in: state } }),
    ...(brandId && { brandId }),
    ...(platformId && { platformId }),
    ...(region && { region: { startsWith: literal(region) } }),
  };
}

/** Prisma hands `%` and `_` on to LIKE, where they would match anything. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function present(row: MerchantRecord) {
  const { id, merchantNo, name, shortName, creditCode, contactName, mcc, region, state, version } = row;
  return {
    id,
    merchantNo,
    name,
    shortName,
    creditCode,
    contactName,
    contactMobile: maskMobile(row.contactMobile),
    brand: row.brand && { id: row.brand.id, name: row.brand.name },
    platform: row.platform && { id: row.platform.id, name: row.platform.name },
    mcc,
    region,
    state,
    version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  };
}
