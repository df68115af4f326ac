import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { raw, type Sql, sql } from '../db/sql.ts';

/**
 * What postings follow from the rows of one source, as SQL over its rows `r`: written live, in a backfill and by the invariant that
 * compares the two, from here. An append-only row's legs never change, so what the rule reads must not change either.
 */
export interface PostingRule {
  source: PostingSource;
  /** FROM: the source's table as `r`, what it needs beside it, and one row a leg. */
  from: string;
  /** The rows' own id: `r.id` unless it is called something else. */
  id?: string;
  /** Which rows are money events. */
  where: string;
  /** 1…8 within the row; the same leg has the same number always. */
  leg: string;
  kind: string;
  debit: string;
  credit: string;
  /** In fen; a leg of zero is left out. */
  amount: string;
  /** When it happened; its day in Asia/Shanghai is the day of the books. */
  at: string;
  /** The document whose voucher it belongs to; without one it is in the voucher of its day and kind. */
  document?: { type: string; id: string };
  company?: string;
  /** Of the credit side, where it is another. */
  counterCompany?: string;
  merchant?: string;
  employee?: string;
  card?: string;
  /** Of the credit side, where it is another. */
  counterCard?: string;
  platformAccount?: string;
}

/** SQL for the id of a rule's rows `r`. */
export function idOf({ id = 'r.id' }: PostingRule): Sql {
  return raw(id);
}

/** SQL for the postings of those rows `r` of a source that meet a condition, but for their slots. */
export function legsOf(rule: PostingRule, which: Sql): Sql {
  const id = (expression = 'NULL') => raw(`(${expression})::uuid`);
  const { type, id: documentId } = rule.document ?? { type: 'NULL', id: 'NULL' };
  return sql`
    SELECT l.*, (l.occurred_at AT TIME ZONE 'Asia/Shanghai')::date AS day FROM (
      SELECT r.tenant_id, ${idOf(rule)} AS source_id, ${raw(`'${rule.source}'`)} AS source_type, ${raw(rule.leg)} AS leg, ${raw(rule.kind)} AS kind,
        (${raw(type)})::text AS doc_type, ${id(documentId)} AS doc_id, ${raw(rule.debit)} AS debit_role, ${raw(rule.credit)} AS credit_role,
        ${raw(rule.amount)} AS amount, ${id(rule.company)} AS company_id, ${id(rule.counterCompany)} AS counter_company_id,
        ${id(rule.merchant)} AS merchant_id, ${id(rule.employee)} AS employee_id, ${id(rule.card)} AS card_id,
        ${id(rule.counterCard)} AS counter_card_id, ${id(rule.platformAccount)} AS platform_account_id, ${raw(rule.at)} AS occurred_at
      FROM ${raw(rule.from)}
      WHERE ${raw(rule.where)} AND ${which}) l
    WHERE l.amount > 0`;
}
