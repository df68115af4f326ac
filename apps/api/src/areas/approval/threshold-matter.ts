import { changes, count, facts, money, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';

interface Row {
  amount: number;
  dayAmount: number;
  count: number | null;
  dayCount: number | null;
}

/** What passes without a checker now, and what would. */
export const matterOfThreshold: ReadMatter = async (client, { tenantId, subjectId, subjectLabel }) => {
  const [found] = await rowsOf<{ now: Row; then: Row }>(
    client,
    sql`SELECT json_build_object('amount', t.amount, 'dayAmount', t.day_amount, 'count', t.count, 'dayCount', t.day_count) AS now,
          json_build_object('amount', coalesce(t.proposed_amount, t.amount), 'dayAmount', coalesce(t.proposed_day_amount, t.day_amount),
            'count', coalesce(t.proposed_count, t.count), 'dayCount', coalesce(t.proposed_day_count, t.day_count)) AS then
        FROM approval_thresholds t WHERE t.tenant_id = ${tenantId}::uuid AND t.id = ${subjectId}::uuid`,
  );
  if (!found) return noMatter;
  const { now, then } = found;
  const counts =
    now.count === null
      ? []
      : ([
          ['单次条数', 'Records by one act', count(now.count), count(then.count)],
          ['当日条数', 'Records in a day', count(now.dayCount), count(then.dayCount)],
        ] as const);
  return {
    parts: [
      changes(
        ['单次金额', 'By one act', money(now.amount), money(then.amount)],
        ['当日金额', 'In a day', money(now.dayAmount), money(then.dayAmount)],
        ...counts,
      ),
      facts(['事项', 'Kind', text(subjectLabel)]),
    ],
  };
};
