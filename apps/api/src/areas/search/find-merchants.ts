import { mobileNumberPattern } from '@xyxlx/contracts/fields';
import type { FoundMerchant } from '@xyxlx/contracts/search';
import type pg from 'pg';
import type { Session } from '../../core/session.ts';
import { anywhere, join, masked, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { inTenants, visible, visibleMerchants } from '../../platform/records/scope.ts';

/** Merchants by every key that the word can be, at most `limit`, those with an exact key first. */
export async function findMerchants(
  pool: pg.Pool,
  session: Session,
  keyword: string,
  limit: number,
): Promise<FoundMerchant[]> {
  const ways = waysOf(session, keyword.trim(), limit);
  return rowsOf(
    pool,
    sql`
    SELECT m.id, m.merchant_no AS "merchantNo", m.name, m.credit_code AS "creditCode",
      ${masked('m.contact_mobile')} AS "contactMobile", m.state, f.way AS "matchedBy", f.matched AS "matchedText"
    FROM (SELECT DISTINCT ON (id) id, way, matched, rank FROM (${join(ways, ' UNION ALL ')}) hits ORDER BY id, rank) f
    JOIN merchants m ON m.id = f.id
    WHERE ${inTenants(session, 'm')} AND ${visibleMerchants(session, 'm')}
    ORDER BY f.rank, m.name, m.id LIMIT ${limit}`,
  );
}

/** The keys that the word may be; a key that it can't be costs nothing. */
function waysOf(session: Session, word: string, limit: number): Sql[] {
  const merchants = visibleMerchants(session, 'm');
  const records = visible(session, 'c');
  const ways: Sql[] = [
    sql`SELECT m.id, 'merchantNo' AS way, m.merchant_no AS matched, 1 AS rank FROM merchants m
        WHERE m.merchant_no = ${word} AND ${merchants}`,
    sql`SELECT * FROM (SELECT m.id, 'name', m.name, 6 FROM merchants m
        WHERE (m.name ILIKE ${anywhere(word)} OR m.short_name ILIKE ${anywhere(word)}) AND ${merchants}
        ORDER BY m.name, m.id LIMIT ${limit}) named`,
  ];
  if (/^[0-9A-Z]{18}$/.test(word)) {
    ways.push(
      sql`SELECT m.id, 'creditCode', m.credit_code, 1 FROM merchants m WHERE m.credit_code = ${word} AND ${merchants}`,
    );
  }
  if (mobileNumberPattern.test(word)) {
    const mask = sql`left(${word}, 3) || '****' || right(${word}, 4)`;
    ways.push(
      sql`SELECT m.id, 'mobile', ${mask}, 2 FROM merchants m WHERE m.contact_mobile = ${word} AND ${merchants}`,
      sql`SELECT c.merchant_id, 'mobile', ${mask}, 3 FROM employees c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.mobile = ${word} AND ${records}`,
    );
  }
  if (/^\d{4}$/.test(word)) {
    ways.push(
      sql`SELECT m.id, 'lastFour', '**** ' || ${word}::text, 4 FROM merchants m
          WHERE right(m.settlement_account, 4) = ${word} AND ${merchants}`,
      sql`SELECT * FROM (SELECT DISTINCT c.merchant_id, 'lastFour', '**** ' || ${word}::text, 5 FROM consumption_records c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.card_last_four = ${word} AND ${records} LIMIT ${limit}) paid`,
      sql`SELECT * FROM (SELECT DISTINCT c.merchant_id, 'lastFour', '**** ' || ${word}::text, 5 FROM cards c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.last_four = ${word} AND ${records} LIMIT ${limit}) cards`,
    );
  }
  if (/^[A-Z]{1,3}\d{8,}$/.test(word)) {
    ways.push(
      sql`SELECT c.merchant_id, 'paymentNo', c.payment_no, 1 FROM consumption_records c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.payment_no = ${word} AND ${records}`,
    );
  }
  if (/^C\d{8,}$/.test(word)) {
    ways.push(
      sql`SELECT c.merchant_id, 'cardNo', c.card_no, 1 FROM cards c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.card_no = ${word} AND ${records}`,
    );
  }
  if (/^KD\d{8,}$/.test(word)) {
    ways.push(
      sql`SELECT c.merchant_id, 'orderNo', c.order_no, 1 FROM card_orders c
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.order_no = ${word} AND ${records}`,
    );
  }
  // What is put on a card is its unit's; what is put in a company's fund is all of its units'.
  if (/^CZ\d{8,}$/.test(word)) {
    ways.push(
      sql`SELECT * FROM (SELECT m.id, 'topUpNo', c.top_up_no, 1 FROM top_ups c
          LEFT JOIN cards d ON d.tenant_id = c.tenant_id AND d.id = c.card_id
          JOIN merchants m ON m.tenant_id = c.tenant_id AND m.company_id = c.company_id AND m.id = coalesce(d.merchant_id, m.id)
          WHERE c.tenant_id IN (SELECT t.id FROM tenants t) AND c.top_up_no = ${word} AND ${merchants}
          ORDER BY m.name, m.id LIMIT ${limit}) topped`,
    );
  }
  return ways;
}
