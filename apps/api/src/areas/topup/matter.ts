import {
  type TopUpChannel,
  type TopUpReversalKind,
  topUpChannelWords,
  topUpReversalKindWords,
  topUpTargetWords,
} from '@xyxlx/contracts/top-up-kinds';
import { facts, instant, money, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { iso, rowsOf, sql } from '../../platform/db/sql.ts';

/** The top-up that would be taken back. */
export const matterOfReversal: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [found] = await rowsOf<{
    kind: TopUpReversalKind;
    amount: number;
    topUpNo: string;
    target: keyof typeof topUpTargetWords;
    channel: TopUpChannel;
    company: string;
    card: string | null;
    received: number;
    fee: number;
    bonus: number;
    at: string;
    flowNo: string | null;
    payer: string | null;
  }>(
    client,
    sql`SELECT r.kind, r.amount::float8 AS amount, t.top_up_no AS "topUpNo", t.target, t.channel, c.name AS company, k.card_no AS card,
          t.received::float8 AS received, t.fee::float8 AS fee, t.bonus::float8 AS bonus, ${iso('t.created_at')} AS at,
          coalesce(t.channel_flow_no, l.bank_no) AS "flowNo", l.payer
        FROM top_up_reversals r JOIN top_ups t ON t.tenant_id = r.tenant_id AND t.id = r.top_up_id
        JOIN companies c ON c.tenant_id = t.tenant_id AND c.id = t.company_id
        LEFT JOIN cards k ON k.tenant_id = t.tenant_id AND k.id = t.card_id
        LEFT JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
        WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${subjectId}::uuid`,
  );
  if (!found) return noMatter;
  return {
    parts: [
      facts(
        ['退回方式', 'How', text(topUpReversalKindWords[found.kind])],
        ['退回金额', 'Taken back', money(found.amount)],
        ['充值号', 'Top-up', text(found.topUpNo)],
        ['充值对象', 'Target', text(topUpTargetWords[found.target])],
        ['公司', 'Company', text(found.company)],
        ['卡号', 'Card', text(found.card)],
        ['渠道', 'Channel', text(topUpChannelWords[found.channel])],
        ['渠道流水号', "The channel's number", text(found.flowNo)],
        ['付款户名', 'Payer', text(found.payer)],
        ['到账金额', 'Received', money(found.received)],
        ['手续费', 'Fee', found.fee > 0 ? money(found.fee) : null],
        ['赠送', 'Bonus', found.bonus > 0 ? money(found.bonus) : null],
        ['充值时间', 'Topped up at', instant(found.at)],
      ),
    ],
  };
};
