import { Prisma } from '@xyxlx/database/client/client';

/** 138****0001, or the first letter of an e-mail and its domain: as `maskMobile`, in SQL. */
export function maskedMobile(mobile: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN position('@' IN ${mobile}) > 1 THEN left(${mobile}, 1) || '***' || substr(${mobile}, position('@' IN ${mobile}))
    WHEN length(${mobile}) < 8 THEN '***' ELSE left(${mobile}, 3) || '****' || right(${mobile}, 4) END`;
}

/** An amount in fen as yuan with two decimals. */
export function yuan(fen: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((${fen}) * 0.01)`;
}

/** An instant as the operator's clock shows it, to the second: 2026-01-31 12:00:00. */
export function shanghaiTime(instant: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`date_trunc('second', (${instant}) AT TIME ZONE 'Asia/Shanghai')::text`;
}
