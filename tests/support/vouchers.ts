import type { TestApi } from './test-api.ts';

/** The draft of a voucher of one fen in a tenant's books, of today, or of the last day that they have a month for; its id. */
export async function recordVoucher(
  { deps }: Pick<TestApi, 'deps'>,
  { tenantId, slotId = null }: { tenantId: string; slotId?: string | null },
): Promise<string> {
  return deps.database.prisma.$transaction(async (tx) => {
    const [voucher] = await tx.$queryRaw<[{ id: string }]>`
      INSERT INTO vouchers (tenant_id, period, word, date, kind, slot_id, maker_id, maker_name)
      SELECT ${tenantId}::uuid, period_of(t.day), '记', t.day, CASE WHEN ${slotId}::uuid IS NULL THEN 'MANUAL' ELSE 'SYSTEM' END, ${slotId}::uuid,
        CASE WHEN ${slotId}::uuid IS NULL THEN uuidv7() END, '测试'
      FROM (
        SELECT least((now() AT TIME ZONE 'Asia/Shanghai')::date, ((max(period) || '-01')::date + interval '1 month' - interval '1 day')::date) AS day
        FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid) t
      RETURNING id`;
    await tx.$executeRaw`
      INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, debit, credit)
      SELECT a.tenant_id, ${voucher.id}::uuid, row_number() OVER (ORDER BY a.code), '测试', a.id, CASE a.code WHEN '1001' THEN 1 ELSE 0 END,
        CASE a.code WHEN '1001' THEN 0 ELSE 1 END
      FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND a.code IN ('1001', '6602')`;
    return voucher.id;
  });
}
