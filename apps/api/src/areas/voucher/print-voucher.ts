import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { named, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTenants } from '../../platform/records/scope.ts';
import { accountJson, visibleBooks } from './books.ts';
import { lineTotals, voucherColumns } from './voucher-lists.ts';

type Output = z.input<typeof contract.printVoucher.output>;

/** What vouchers print, by number; those that the caller can't see are left out. */
export async function printVoucher({
  input,
  session,
  deps,
}: Call<z.output<typeof contract.printVoucher.input>, Session>): Promise<Output> {
  const rows = await rowsOf<{ row: Output['vouchers'][number] }>(
    deps.database.pool,
    sql`SELECT json_build_object(${voucherColumns}, 'unit', u.name, 'lines', (
          SELECT json_agg(json_build_object('lineNo', l.line_no, 'summary', l.summary, 'account', ${accountJson('a')}, 'company', ${named('o')},
            'debitAmount', l.debit, 'creditAmount', l.credit, 'generalAccount', g.name, 'detailAccount',
            coalesce((SELECT string_agg(d.name, '—' ORDER BY d.code) FROM ledger_accounts d WHERE d.tenant_id = a.tenant_id AND d.code <> g.code
              AND (d.code = a.code OR a.code LIKE d.code || '.%')), '')) ORDER BY l.line_no)
          FROM voucher_lines l JOIN ledger_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
          JOIN ledger_accounts g ON g.tenant_id = a.tenant_id AND g.code = left(a.code, 4)
          LEFT JOIN companies o ON o.tenant_id = l.tenant_id AND o.id = l.company_id
          WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id)) AS row
        FROM vouchers c JOIN tenants u ON u.id = c.tenant_id ${lineTotals}
        WHERE ${inTenants(session, 'c')} AND c.id = ANY(${input.ids}::uuid[]) AND ${visibleBooks(session, 'c')}
        ORDER BY c.tenant_id, c.period, c.word, c.number NULLS LAST, c.id`,
  );
  return { vouchers: rows.map(({ row }) => row) };
}
