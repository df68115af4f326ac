import type { Label } from '@xyxlx/contracts/endpoint';
import { paths } from '@xyxlx/contracts/paths';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeClosing } from './closing-voucher.ts';
import { checkPeriod } from './period-checks.ts';
import { hindranceOf } from './period-list.ts';
import { sealSlots } from './seal-ledger.ts';
import { lastDayOf } from './span.ts';

interface Payload {
  period: string;
  approvedById: string;
  approvedByName: string;
}

const closing = { module: 'voucher', action: 'periodClose', target: 'ledgerPeriod' };

/**
 * Closes a period that was agreed to: seals what is open of it, then checks, brings income and cost to the profit, and writes the snapshots in one
 * transaction. Where a check fails the period is open again, with what hinders. Killed in between, it goes on with the slots that are left.
 */
export const periodCloseJob: JobKind<Payload> = {
  kind: 'periodClose',
  title: { zh: '期间结账', en: 'Closing of a period' },
  permission: 'voucher.view',
  goesOnToItsEnd: true,
  run: async ({ tenantId, payload, deps, steps, actor }) => {
    const { period } = payload;
    const now = deps.clock.businessNow();
    await steps(async (tx, checkpoint) => {
      if (checkpoint === 'over') return null;
      const sealed = await sealSlots(tx, { tenantId, now }, sql`s.period = ${period}`, 'WAIT');
      if (sealed > 0) return { checkpoint: 'sealing', done: sealed };
      // Nobody is writing into the period after this, so what is found stays true.
      const [row] = await rowsOf<{ id: string; state: string }>(
        tx,
        sql`SELECT id, state FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid AND period = ${period} FOR UPDATE`,
      );
      if (row?.state !== 'CLOSING') return null;
      const late = await tx.ledgerSlot.count({ where: { tenantId, period, state: 'OPEN' } });
      if (late > 0) return { checkpoint: 'sealing', done: 0 };
      const findings = await checkPeriod(tx, tenantId, period);
      const hinders = findings.some(({ count }) => count > 0);
      if (hinders) {
        await tx.ledgerPeriod.update({
          where: { tenantId_period: { tenantId, period } },
          data: { state: 'OPEN', hindrance: { ...hindranceOf(findings) }, version: { increment: 1 } },
        });
      } else {
        const checker = { id: payload.approvedById, name: payload.approvedByName };
        await writeClosing(tx, { tenantId, period }, { now, checker });
        await writeSnapshots(tx, tenantId, period);
        await tx.ledgerPeriod.update({
          where: { tenantId_period: { tenantId, period } },
          data: { state: 'CLOSED', closedAt: now, closedBy: checker.name, version: { increment: 1 } },
        });
      }
      await logChange(
        tx,
        { ...actor, operation: closing },
        {
          tenantId,
          id: row.id,
          label: period,
          before: { state: 'CLOSING' },
          after: { state: hinders ? 'OPEN' : 'CLOSED' },
        },
      );
      return { checkpoint: 'over', done: 1 };
    });
    // Read again: who was killed after the last step finds it done.
    const { hindrance } = await deps.database.prisma.ledgerPeriod.findUniqueOrThrow({
      where: { tenantId_period: { tenantId, period } },
    });
    return hindrance
      ? { state: 'FAILED', message: hindrance as unknown as Label }
      : { state: 'SUCCEEDED', message: { zh: `${period} 已结账`, en: `${period} is closed` } };
  },
  outcome: () => `${paths.voucher}?tab=period`,
  abandoned: async (tx, { payload, actor, message }) => {
    await tx.ledgerPeriod.updateMany({
      where: { tenantId: actor.session.tenantId, period: payload.period, state: 'CLOSING' },
      data: { state: 'OPEN', hindrance: { ...message }, version: { increment: 1 } },
    });
  },
};

/** What every account stands at after the closing voucher, by company where lines name one. */
export async function writeSnapshots(tx: Transaction, tenantId: string, period: string): Promise<void> {
  await tx.$executeRaw`
    WITH last AS (
      SELECT max(p.period) AS period, (max(p.period) || '-01')::date + interval '1 month' AS until FROM ledger_periods p
      WHERE p.tenant_id = ${tenantId}::uuid AND p.state = 'CLOSED' AND p.period < ${period}),
    parts AS (
      SELECT s.account_id, s.company_id, CASE s.side WHEN 'DEBIT' THEN s.closing ELSE -s.closing END AS opening, 0::bigint AS debit, 0::bigint AS credit
      FROM last JOIN ledger_snapshots s ON s.tenant_id = ${tenantId}::uuid AND s.period = last.period
      UNION ALL
      SELECT l.account_id, l.company_id, CASE WHEN v.period < ${period} THEN l.debit - l.credit ELSE 0 END,
        CASE WHEN v.period = ${period} THEN l.debit ELSE 0 END, CASE WHEN v.period = ${period} THEN l.credit ELSE 0 END
      FROM last CROSS JOIN vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
      WHERE v.tenant_id = ${tenantId}::uuid AND v.date >= coalesce(last.until, '-infinity') AND v.date <= ${lastDayOf(period)}::date
        AND v.state IN ('POSTED', 'REVERSED')),
    sums AS (SELECT account_id, company_id, sum(opening) AS opening, sum(debit) AS debit, sum(credit) AS credit FROM parts GROUP BY 1, 2)
    INSERT INTO ledger_snapshots (tenant_id, period, account_id, company_id, side, opening, debit, credit, closing)
    SELECT a.tenant_id, ${period}, s.account_id, s.company_id, a.side, CASE a.side WHEN 'DEBIT' THEN s.opening ELSE -s.opening END, s.debit, s.credit,
      CASE a.side WHEN 'DEBIT' THEN s.opening + s.debit - s.credit ELSE s.credit - s.opening - s.debit END
    FROM sums s JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.id = s.account_id
    ORDER BY a.code, s.company_id`;
}
