import { type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { type BreakKind, breakKindWords } from '@xyxlx/contracts/reconciliation';
import { changes, facts, instant, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { iso, named, rowsOf, sql } from '../../platform/db/sql.ts';
import { maskAccount } from '../../platform/security/mask.ts';

interface Account {
  company: string;
  kind: FundKind;
}

interface BankAccount {
  name: string;
  bank: string;
  accountNo: string;
}

/** From where to where, and whether anything went there before. */
export const matterOfTransfer: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [transfer] = await rowsOf<{
    transferNo: string;
    amount: number;
    from: Account;
    to: Account | null;
    bank: BankAccount | null;
    isFirst: boolean;
  }>(
    client,
    sql`SELECT t.transfer_no AS "transferNo", t.amount::float8 AS amount,
          json_build_object('company', fc.name, 'kind', f.kind) AS "from",
          CASE WHEN o.id IS NOT NULL THEN json_build_object('company', oc.name, 'kind', o.kind) END AS "to",
          CASE WHEN p.id IS NOT NULL THEN json_build_object('name', p.name, 'bank', p.bank, 'accountNo', p.account_no) END AS bank,
          NOT EXISTS (SELECT FROM fund_transfers b WHERE b.tenant_id = t.tenant_id AND b.id <> t.id AND b.state = 'DONE' AND b.from_id = t.from_id
            AND (b.to_id = t.to_id OR b.platform_account_id = t.platform_account_id)) AS "isFirst"
        FROM fund_transfers t
        JOIN fund_accounts f ON f.tenant_id = t.tenant_id AND f.id = t.from_id
        JOIN companies fc ON fc.tenant_id = f.tenant_id AND fc.id = f.company_id
        LEFT JOIN fund_accounts o ON o.tenant_id = t.tenant_id AND o.id = t.to_id
        LEFT JOIN companies oc ON oc.tenant_id = o.tenant_id AND oc.id = o.company_id
        LEFT JOIN platform_accounts p ON p.tenant_id = t.tenant_id AND p.id = t.platform_account_id
        WHERE t.tenant_id = ${tenantId}::uuid AND t.id = ${subjectId}::uuid`,
  );
  if (!transfer) return noMatter;
  const { from, to, bank, amount, isFirst } = transfer;
  const payee = bank ? `${bank.name} ${bank.bank} ${maskAccount(bank.accountNo)}` : nameOf(to ?? from);
  return {
    parts: [
      facts(
        ['划转号', 'Transfer', text(transfer.transferNo)],
        ['转出账户', 'From', text(nameOf(from))],
        ['转入账户', 'To', text(payee)],
        ['金额', 'Amount', money(amount)],
      ),
    ],
    payee: { name: payee, isFirst },
  };
};

/** What came in, from whom, and for whom it is claimed. */
export const matterOfClaim: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [claim] = await rowsOf<{
    bankNo: string;
    payer: string;
    summary: string;
    at: string;
    amount: number;
    account: BankAccount;
    topUp: Option | null;
    company: Option | null;
    order: Option | null;
    card: string | null;
    isFirst: boolean;
  }>(
    client,
    sql`SELECT l.bank_no AS "bankNo", l.payer, l.summary, ${iso('l.at')} AS at, l.amount::float8 AS amount,
          json_build_object('name', p.name, 'bank', p.bank, 'accountNo', p.account_no) AS account,
          ${named('t', 't.top_up_no')} AS "topUp", ${named('c')} AS company,
          ${named('o', 'o.order_no')} AS "order", k.card_no AS card,
          NOT EXISTS (SELECT FROM top_ups b JOIN statement_lines s ON s.tenant_id = b.tenant_id AND s.id = b.statement_line_id
            WHERE b.tenant_id = t.tenant_id AND b.company_id = t.company_id AND b.state = 'SUCCESS' AND s.payer = l.payer AND s.id <> l.id) AS "isFirst"
        FROM statement_lines l
        JOIN platform_accounts p ON p.tenant_id = l.tenant_id AND p.id = l.account_id
        LEFT JOIN LATERAL (SELECT * FROM top_ups b WHERE b.tenant_id = l.tenant_id AND b.statement_line_id = l.id
          ORDER BY b.state = 'SUBMITTED' DESC, b.id DESC LIMIT 1) t ON true
        LEFT JOIN companies c ON c.tenant_id = t.tenant_id AND c.id = t.company_id
        LEFT JOIN card_orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id
        LEFT JOIN cards k ON k.tenant_id = t.tenant_id AND k.id = t.card_id
        WHERE l.tenant_id = ${tenantId}::uuid AND l.id = ${subjectId}::uuid`,
  );
  if (!claim) return noMatter;
  const { account, company, payer, isFirst } = claim;
  return {
    parts: [
      facts(
        ['银行流水号', "The bank's number", text(claim.bankNo)],
        ['付款户名', 'Payer', text(payer)],
        ['摘要', 'Summary', text(claim.summary)],
        ['到账时间', 'Came in at', instant(claim.at)],
        ['金额', 'Amount', money(claim.amount)],
        ['收款账户', 'Into', text(`${account.name} ${account.bank} ${maskAccount(account.accountNo)}`)],
        ['充值号', 'Top-up', record('topUp', claim.topUp)],
        ['认领公司', 'Claimed for', record('company', company)],
        ['卡订单', 'Card order', record('cardOrder', claim.order)],
        ['充值卡', 'Card topped up', text(claim.card ?? '')],
      ),
    ],
    ...(company && { payee: { name: `${payer} → ${company.name}`, isFirst } }),
  };
};

/** What does not agree, and what would make it agree. */
export const matterOfAdjustment: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [found] = await rowsOf<{
    kind: BreakKind;
    reference: string;
    day: string;
    difference: number;
    company: string;
    account: BankAccount;
    flow: number | null;
    line: number | null;
  }>(
    client,
    sql`SELECT b.kind, b.reference, b.day::text, b.difference::float8 AS difference, c.name AS company,
          json_build_object('name', p.name, 'bank', p.bank, 'accountNo', p.account_no) AS account,
          (SELECT f.delta::float8 FROM fund_flows f WHERE f.tenant_id = b.tenant_id AND f.id = b.flow_id) AS flow,
          (SELECT (CASE l.direction WHEN 'IN' THEN l.amount ELSE -l.amount END)::float8 FROM statement_lines l
            WHERE l.tenant_id = b.tenant_id AND l.id = b.line_id) AS line
        FROM reconciliation_breaks b
        JOIN platform_accounts p ON p.tenant_id = b.tenant_id AND p.id = b.account_id
        JOIN companies c ON c.tenant_id = p.tenant_id AND c.id = p.company_id
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${subjectId}::uuid`,
  );
  if (!found) return noMatter;
  const { account, flow, difference } = found;
  return {
    parts: [
      changes(['账面金额', 'In the books', money(flow ?? 0), money((flow ?? 0) + difference)]),
      facts(
        ['差异类型', 'Break', text(breakKindWords[found.kind])],
        ['流水号', 'Number', text(found.reference)],
        ['对账日', 'Day', text(found.day)],
        ['对账账户', 'Account', text(`${account.name} ${account.bank} ${maskAccount(account.accountNo)}`)],
        ['公司', 'Company', text(found.company)],
        ['对账单金额', 'On the statement', money(found.line)],
        ['调整企业资金', "Moves the company's fund by", money(difference)],
      ),
    ],
  };
};

function nameOf({ company, kind }: Account): string {
  return `${company} ${fundKindWords[kind].zh}`;
}
