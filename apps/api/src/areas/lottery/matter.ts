import { prizeTypeWords } from '@xyxlx/contracts/lottery';
import { count, facts, instant, money, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { iso, rowsOf, sql } from '../../platform/db/sql.ts';

/** Who won what, and how often it was tried to hand it out. */
export const matterOfAward: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [draw] = await rowsOf<{
    lotteryNo: string;
    activity: string;
    employee: string;
    merchant: string;
    prizeType: keyof typeof prizeTypeWords;
    prize: string;
    value: number;
    drawnAt: string;
    tries: number;
    failure: string | null;
    isFirst: boolean;
  }>(
    client,
    sql`SELECT r.lottery_no AS "lotteryNo", a.name AS activity, e.name || ' ' || e.employee_no AS employee, m.name AS merchant,
          r.prize_type AS "prizeType", r.prize_name AS prize, r.value::float8 AS value, ${iso('r.drawn_at')} AS "drawnAt", r.tries, r.failure,
          NOT EXISTS (SELECT FROM lottery_records o WHERE o.tenant_id = r.tenant_id AND o.employee_id = r.employee_id AND o.id <> r.id
            AND o.state IN ('AWARDED', 'AWARDING')) AS "isFirst"
        FROM lottery_records r JOIN lottery_activities a ON a.tenant_id = r.tenant_id AND a.id = r.activity_id
        JOIN employees e ON e.tenant_id = r.tenant_id AND e.id = r.employee_id
        JOIN merchants m ON m.tenant_id = r.tenant_id AND m.id = r.merchant_id
        WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${subjectId}::uuid`,
  );
  if (!draw) return noMatter;
  return {
    parts: [
      facts(
        ['抽奖号', 'Draw', text(draw.lotteryNo)],
        ['活动', 'Activity', text(draw.activity)],
        ['员工', 'Employee', text(draw.employee)],
        ['商户', 'Merchant', text(draw.merchant)],
        ['奖品', 'Prize', text(draw.prize)],
        ['奖品类型', 'Kind of prize', text(prizeTypeWords[draw.prizeType])],
        ['价值', 'Worth', money(draw.value)],
        ['抽奖时间', 'Drawn at', instant(draw.drawnAt)],
        ['已尝试次数', 'Tries so far', count(draw.tries)],
        ['上次失败原因', 'Why it failed', text(draw.failure)],
      ),
    ],
    payee: { name: draw.employee, isFirst: draw.isFirst },
  };
};
