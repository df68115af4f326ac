import { listableSubjects, longestWhite } from '@xyxlx/contracts/compliance-list';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import { rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { ImportRun } from '../../../platform/imports/import-definition.ts';
import { entryRefusals as no } from './entry-words.ts';
import { endOf, firstMoment, givenEntries, type Lister, subjectsMeant } from './given-entries.sql.ts';

/** Refuses the rows of a file that would be refused one by one, and those that repeat an earlier one. */
export async function refuseBadEntries(tx: Transaction, run: ImportRun, lister: Lister): Promise<void> {
  const { tenantId, rows, cell, refuse } = run;
  const those = (condition: Sql) => sql`SELECT r.row_no FROM import_rows r WHERE ${rows} AND ${condition}`;
  const isWhite = sql`${cell('list')} = 'WHITE'`;
  const codes = sql`unnest(string_to_array(${cell('rules')}, '、'))`;
  const [begins, ends] = [firstMoment(run, lister), endOf(run)];
  await refuse(
    'subjectType',
    no.notListable,
    those(
      sql`${cell('list')} = 'BLACK' AND NOT ${cell('subjectType')} = ANY(${[...listableSubjects.BLACK]}::text[])`,
    ),
  );
  await refuse('rules', no.rulesNeeded, those(sql`${isWhite} AND ${cell('rules')} = ''`));
  await refuse('rules', no.onlyWhiteNamesRules, those(sql`NOT ${isWhite} AND ${cell('rules')} <> ''`));
  await refuse('rules', no.neverSpared, those(sql`${neverSpared} IN (SELECT ${codes})`));
  await refuse(
    'rules',
    { zh: '规则不存在', en: 'There is no such rule' },
    those(sql`EXISTS (SELECT FROM ${codes} c(code) WHERE NOT EXISTS (
      SELECT FROM risk_rules u WHERE u.tenant_id = ${tenantId}::uuid AND u.code = c.code))`),
  );
  await refuse('to', no.endsBeforeItBegins, those(sql`${ends} <= ${begins}`));
  await refuse(
    'to',
    no.whiteTooLong,
    those(
      sql`${isWhite} AND coalesce(${ends} - ${begins} > make_interval(days => ${longestWhite}::int), TRUE)`,
    ),
  );
  await refuse(
    'subject',
    { zh: '主体不存在', en: 'There is no such subject' },
    those(sql`r.row_no NOT IN (SELECT m.row_no FROM (${subjectsMeant(run, lister)}) m)`),
  );
  await refuse(
    'subject',
    {
      zh: '有多个同名主体，请填写所属商户或改为逐个列入',
      en: 'Several are called so: name the merchant, or list it by itself',
    },
    sql`SELECT m.row_no FROM (${subjectsMeant(run, lister)}) m WHERE m.meant > 1`,
  );
  const given = givenEntries(run, lister);
  await refuse(
    'subject',
    no.listed,
    sql`SELECT g.row_no FROM (${given}) g JOIN risk_list_entries e ON e.tenant_id = ${tenantId}::uuid AND e.subject_id = g.subject_id
        AND e.list = g.list AND e.subject_type = g.subject_type AND e.state IN ('PENDING', 'ACTIVE', 'REMOVING')
        AND (e.rule_id IS NULL OR e.rule_id = ANY(g.rule_ids))
        AND tstzrange(e.valid_from, e.valid_to) && tstzrange(g.valid_from, g.valid_to)`,
  );
  await refuse(
    'subject',
    { zh: '与文件中前面的行重复', en: 'An earlier row of the file says the same' },
    sql`SELECT unnest(${await repeatsIn(tx, given)}::int[])`,
  );
}

interface Given {
  rowNo: number;
  /** List, kind and id of the subject. */
  about: string;
  /** Null: it names none. */
  ruleIds: string[] | null;
  from: number;
  to: number;
}

/** The rows that overlap an earlier one of the same subject that is not itself refused as a repeat, in the order of the file. */
async function repeatsIn(tx: Transaction, given: Sql): Promise<number[]> {
  const rows = await rowsOf<Given>(
    tx,
    sql`SELECT g.row_no AS "rowNo", concat_ws('/', g.list, g.subject_type, g.subject_id) AS about, g.rule_ids AS "ruleIds",
          extract(epoch FROM g.valid_from)::float8 AS from, coalesce(extract(epoch FROM g.valid_to)::float8, 'Infinity') AS to
        FROM (${given}) g ORDER BY g.row_no`,
  );
  return [...Map.groupBy(rows, ({ about }) => about).values()].flatMap((ofOne) => {
    const taken: Given[] = [];
    return ofOne.flatMap((row) => {
      if (taken.some((other) => overlap(row, other))) return row.rowNo;
      taken.push(row);
      return [];
    });
  });
}

function overlap(one: Given, other: Given): boolean {
  const isOfOneRule = one.ruleIds?.some((id) => other.ruleIds?.includes(id)) ?? true;
  return isOfOneRule && one.from < other.to && other.from < one.to;
}
