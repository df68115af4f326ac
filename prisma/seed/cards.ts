import { createHash } from 'node:crypto';
import { cardIin, luhnDigit } from '@xyxlx/contracts/card-number';
import type { Prisma } from '../client/client.ts';
import { demoPerson } from './tenants.ts';

/** What is kept of a card's number, by the application's keys. */
export type KeepNumber = (
  cardId: string,
  pan: string,
) => { panCipher: string; panIndex: string; firstSix: string; lastFour: string };

/** So many numbers go to the database in one text. */
const numbersAtOnce = 20_000;

/** The cards of files and orders, as they were made. */
export async function writeCards(tx: Prisma.TransactionClient, keepNumber: KeepNumber): Promise<void> {
  await writeNumbers(tx, keepNumber);
  const { name: by } = demoPerson('finance-maker');
  // What is over was valid until a day that its file said. A card that replaces another comes after it, to be activated.
  await tx.$executeRaw`
    INSERT INTO cards (id, tenant_id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, months, merchant_id,
      company_id, employee_id, cap, state, expires_at, replaces_id, import_job_id, order_line_id, order_n, created_at, created_by, updated_at, updated_by)
    SELECT c.id, c.tenant_id, c.card_no, p.cipher, p.index, ${cardIin}, p.last_four, c.product_id, c.form, c.naming, c.face, c.months, c.merchant_id,
      c.company_id, c.employee_id, CASE c.naming WHEN 'NAMED' THEN 500000 ELSE 100000 END, CASE WHEN c.replaces_id IS NULL THEN 'STOCK' ELSE 'PENDING' END,
      CASE c.state WHEN 'EXPIRED' THEN c.changed_at - interval '1 millisecond' END, c.replaces_id, c.job_id, c.line_id, c.order_n, c.at, ${by}, c.at, ${by}
    FROM seed_cards c JOIN seed_pans p USING (id)`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'C', max(n) FROM seed_cards GROUP BY tenant_id`;
}

/** Their numbers, the same for the same card, as `seed_pans`. */
async function writeNumbers(tx: Prisma.TransactionClient, keepNumber: KeepNumber): Promise<void> {
  await tx.$executeRaw`CREATE TEMP TABLE seed_pans (id uuid, cipher text, index text, last_four text) ON COMMIT DROP`;
  const cards = await tx.$queryRaw<{ id: string; n: bigint }[]>`SELECT id, n FROM seed_cards`;
  const numbers = freeNumbers(cards.map(({ n }) => n));
  for (let from = 0; from < cards.length; from += numbersAtOnce) {
    const kept = cards.slice(from, from + numbersAtOnce).map(({ id }, n) => {
      const { panCipher, panIndex, lastFour } = keepNumber(id, numbers[from + n] as string);
      return { id, cipher: panCipher, index: panIndex, last_four: lastFour };
    });
    await tx.$executeRaw`
      INSERT INTO pg_temp.seed_pans
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS p(id uuid, cipher text, index text, last_four text)`;
  }
}

/** A number for each of the cards, none twice: of many, two draw the same digits now and then. */
function freeNumbers(cards: readonly bigint[]): string[] {
  const taken = new Set<string>();
  return cards.map((n) => {
    let draw = 0;
    let pan = drawnNumber(n, draw);
    while (taken.has(pan)) pan = drawnNumber(n, ++draw);
    taken.add(pan);
    return pan;
  });
}

function drawnNumber(n: bigint, draw: number): string {
  const digest = createHash('sha256')
    .update(draw === 0 ? `card ${n}` : `card ${n} ${draw}`)
    .digest();
  const digits = `${cardIin}${String(digest.readUInt32BE() % 1_000_000_000).padStart(9, '0')}`;
  return digits + luhnDigit(digits);
}

/** What of the fund is held for imported cards until they are loaded. */
export async function holdFaces(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by } = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO fund_holds (id, tenant_id, account_id, amount, used, source_type, source_id, source_no, state, created_at, created_by, updated_at)
    SELECT pg_temp.sid(63, c.n, c.at), c.tenant_id, f.id, c.face, CASE WHEN c.activated_at IS NULL THEN 0 ELSE c.face END, 'card', c.id, c.card_no,
      CASE WHEN c.state = 'CANCELLED' THEN 'RELEASED' WHEN c.activated_at IS NULL THEN 'HELD' ELSE 'USED' END, c.at, ${by},
      coalesce(c.activated_at, c.ended_at, c.at)
    FROM seed_cards c JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.company_id = c.company_id AND f.kind = 'ENTERPRISE'
    WHERE c.job_id IS NOT NULL`;
}

/** Each of the steps that the cards took, with its event; their money is on them from when they became active. */
export async function stepCards(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by, id: byId } = demoPerson('finance-maker');
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_steps ON COMMIT DROP AS
    SELECT c.tenant_id, c.id, step.*, row_number() OVER (PARTITION BY c.id ORDER BY step.nth) AS seq
    FROM seed_cards c CROSS JOIN LATERAL (VALUES
      (1, CASE c.naming WHEN 'NAMED' THEN 'ASSIGN' ELSE 'SHIP' END, 'STOCK', 'PENDING', c.given_at,
        CASE WHEN c.naming = 'ANONYMOUS' AND c.line_id IS NOT NULL THEN 'SERVICE' ELSE 'OPERATOR' END, ''),
      (2, 'ACTIVATE', 'PENDING', 'ACTIVE', c.activated_at, 'OPERATOR', ''),
      (3, CASE c.state WHEN 'FROZEN' THEN 'FREEZE' WHEN 'EXPIRED' THEN 'EXPIRE' ELSE 'REPORT_LOSS' END, 'ACTIVE',
        CASE c.state WHEN 'REPLACED' THEN 'LOST' ELSE c.state END, c.changed_at, CASE c.state WHEN 'EXPIRED' THEN 'SERVICE' ELSE 'OPERATOR' END,
        CASE c.state WHEN 'FROZEN' THEN '持卡人来电申请' WHEN 'EXPIRED' THEN '' ELSE '持卡人报失' END),
      (4, CASE c.state WHEN 'REPLACED' THEN 'REPLACE' WHEN 'REDEEMED' THEN 'REDEEM' ELSE 'CANCEL' END,
        CASE c.state WHEN 'REPLACED' THEN 'LOST' WHEN 'REDEEMED' THEN 'ACTIVE' ELSE 'STOCK' END, c.state, c.ended_at, 'OPERATOR',
        CASE c.state WHEN 'REPLACED' THEN '遗失补办' WHEN 'REDEEMED' THEN '员工离岗，余额退回企业' ELSE '印制残损' END),
      (4, 'CANCEL', CASE WHEN c.given_at IS NULL THEN 'STOCK' ELSE 'PENDING' END, 'CANCELLED', c.refunded_at, 'OPERATOR', c.refunded_for))
      step(nth, action, came_from, came_to, at, side, reason)
    WHERE step.at IS NOT NULL`;
  for (const nth of [1, 2]) await take(tx, nth, by);
  await tx.$executeRaw`
    UPDATE cards c SET balance = s.balance, flow_seq = s.flows, held = s.held
    FROM (
      SELECT f.card_id, sum(f.delta) AS balance, count(*) AS flows,
        coalesce((SELECT sum(a.approved - a.captured) FROM seed_authorizations a WHERE a.card_id = f.card_id AND a.state = 'OPEN'), 0) AS held
      FROM seed_card_flows f GROUP BY 1) s
    JOIN seed_cards k ON k.id = s.card_id WHERE c.tenant_id = k.tenant_id AND c.id = k.id`;
  for (const nth of [3, 4]) await take(tx, nth, by);
  await tx.$executeRaw`
    INSERT INTO card_events (tenant_id, card_id, seq, action, from_state, to_state, side, reason, created_at, created_by, created_by_id)
    SELECT tenant_id, id, seq, action, came_from, came_to, side, reason, at, CASE side WHEN 'OPERATOR' THEN ${by} END,
      CASE side WHEN 'OPERATOR' THEN ${byId}::uuid END
    FROM seed_card_steps`;
  await tx.$executeRaw`
    INSERT INTO card_flows (tenant_id, source_id, source_type, kind, card_id, seq, delta, balance_after, company_id, remark, created_at, created_by)
    SELECT f.tenant_id, f.source_id, f.source_type, f.kind, f.card_id, row_number() OVER w, f.delta, sum(f.delta) OVER w, c.company_id, f.remark, f.at, ${by}
    FROM seed_card_flows f JOIN seed_cards c ON c.id = f.card_id WINDOW w AS (PARTITION BY f.card_id ORDER BY f.at, f.nth)`;
}

/** All steps of one kind, in one statement. */
async function take(tx: Prisma.TransactionClient, nth: number, by: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE cards c SET state = s.came_to, state_reason = s.reason, event_seq = s.seq, version = c.version + 1, updated_at = s.at, updated_by = ${by},
      frozen_by = CASE s.came_to WHEN 'FROZEN' THEN 'OPERATOR' END, state_before = CASE s.came_to WHEN 'LOST' THEN 'ACTIVE' END,
      activated_at = CASE s.action WHEN 'ACTIVATE' THEN s.at ELSE c.activated_at END,
      expires_at = CASE s.action WHEN 'ACTIVATE' THEN coalesce(c.expires_at, (((s.at AT TIME ZONE 'Asia/Shanghai')::date
        + make_interval(months => c.months))::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond') ELSE c.expires_at END
    FROM seed_card_steps s WHERE s.nth = ${nth}::int AND c.tenant_id = s.tenant_id AND c.id = s.id`;
}

/** What moved the cards, in `seed_card_flows`: their loads first. */
export async function prepareLoads(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_flows ON COMMIT DROP AS
    SELECT tenant_id, id AS card_id, id AS source_id, 'card' AS source_type, 'LOAD' AS kind, face AS delta, card_no AS remark, activated_at AS at, 1 AS nth
    FROM seed_cards WHERE activated_at IS NOT NULL`;
}
