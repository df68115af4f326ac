import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { from as copyFrom } from 'pg-copy-streams';
import { keepNumber, newCardNumber } from '../../apps/api/src/areas/card/card-number.ts';
import { type DataKeys, makeDataKeys } from '../../apps/api/src/platform/security/data-keys.ts';
import { jwtSecret } from '../support/service-process.ts';
import { timed } from './batches.ts';
import { shown, type Work } from './measure.ts';
import { type BenchMerchant, csv, freshMerchant, jobIn, people, removeMerchant, upload } from './people.ts';
import { asReplica, type World } from './world.ts';

/** Who agrees to what the account that measures hands in. */
const checker = '13800000003';

/** 100,000 cards made for an order, and 100,000 that come from a file, each from the press of the button to the end of its job. */
export function cardBatchWorks(world: World): Work[] {
  return [
    {
      name: 'cards: making of 100,000 for an order: numbers, ciphers and their events, from the press of the button to the end of the job',
      unit: 'cards/s',
      floorName: '100,000 in 30 s',
      goal: '≥ 1',
      open: async () => {
        const merchant = await freshMerchant(world);
        const { id: productId } = await soldProduct(world, merchant);
        const took: string[] = [];
        return {
          floor: async () => people / 30,
          ours: async () => {
            const order = await paidOrder(world, merchant, productId);
            const before = world.cpu();
            const rate = await timed(async () => {
              const { jobId } = await world.ask('order/makeOrder', order);
              await jobIn(world, jobId, 'SUCCEEDED');
            });
            const { program, database } = world.cpu();
            took.push(`${shown(program - before.program)} and ${shown(database - before.database)}`);
            await removeCards(world, merchant);
            return rate;
          },
          note: () => `s of the service’s processor and of the database’s: ${took.join('; ')}`,
          close: () => removeMerchant(world, merchant),
        };
      },
    },
    {
      name: 'cards: import of 100,000 from CSV: upload, check, confirm, done',
      unit: 'cards/s',
      floorName:
        'COPY of their numbers, encrypted and hashed before, into a stage + one INSERT … SELECT of the cards',
      goal: '≥ 0.6',
      open: async () => {
        const merchant = await freshMerchant(world);
        const product = await soldProduct(world, merchant);
        const keys = makeDataKeys([jwtSecret]);
        return {
          floor: async () => {
            const lines = (await numbers(world, merchant, keys)).map((pan, n) => {
              const id = randomUUID();
              const kept = keepNumber(keys, id, pan);
              return [id, `BENCH${n}`, kept.panCipher, kept.panIndex, kept.firstSix, kept.lastFour];
            });
            const text = csv(lines);
            const rate = await timed(() => copyCards(world, merchant, product.id, text));
            await removeCards(world, merchant);
            return rate;
          },
          ours: async () => {
            const rows = (await numbers(world, merchant, keys)).map((pan) => [pan, product.code, '', '', '']);
            const file = new Blob([csv([['卡号', '产品编码', '工号', '初始余额(元)', '有效期'], ...rows])]);
            const rate = await timed(async () => {
              const { jobId } = await upload(
                world,
                'card/importCards',
                { merchantId: merchant.id },
                file,
                'cards.csv',
              );
              await jobIn(world, jobId, 'WAITING_CONFIRM');
              await world.ask('job/confirmImport', { id: jobId });
              await jobIn(world, jobId, 'SUCCEEDED');
            });
            await removeCards(world, merchant);
            return rate;
          },
          close: () => removeMerchant(world, merchant),
        };
      },
    },
  ];
}

/** No two alike, and none that a card of the seed has: of so many, some would. */
async function numbers({ pool }: World, { tenant_id }: BenchMerchant, keys: DataKeys): Promise<string[]> {
  const { rows } = await pool.query<{ index: string }>(
    'SELECT pan_index AS index FROM cards WHERE tenant_id = $1',
    [tenant_id],
  );
  const taken = new Set(rows.map(({ index }) => index));
  const drawn = new Set<string>();
  while (drawn.size < people) {
    const pan = newCardNumber();
    if (!keys.cardIndexes(pan).some((index) => taken.has(index))) drawn.add(pan);
  }
  return [...drawn];
}

/** A product of virtual named cards of 1 yuan; the company behind the merchant has money for them. */
async function soldProduct(world: World, merchant: BenchMerchant): Promise<{ id: string; code: string }> {
  await world.pool.query(
    `UPDATE fund_accounts f SET balance = balance + 1000000000000 FROM merchants m WHERE m.id = $1 AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE'`,
    [merchant.id],
  );
  const code = merchant.prefix.slice(0, 12);
  const terms = { form: 'VIRTUAL', naming: 'NAMED', faces: [100], makingFee: 0, reloadable: true, mcc: [] };
  const { id, version } = await world.ask('card/addProduct', { code, name: code, ...terms });
  const { approvalId } = await world.ask('card/submitProduct', { id, version });
  await agree(world, approvalId);
  return { id, code };
}

async function paidOrder(
  world: World,
  merchant: BenchMerchant,
  productId: string,
): Promise<{ id: string; version: number }> {
  const lines = [{ productId, faceAmount: 100, quantity: people }];
  const order = { merchantId: merchant.id, lines, payMethod: 'FUND' };
  const { id, approvalId } = await world.ask('order/addOrder', order);
  await agree(world, approvalId);
  const { version } = await world.ask('order/getOrder', { id });
  const paid = await world.ask('order/payOrder', { id, version });
  return { id, version: (paid as { version: number }).version };
}

async function agree({ service }: World, id: string): Promise<void> {
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${service.url}/xyxlx/${path}`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, msg, result } = (await answer.json()) as {
      code: number;
      msg: string;
      result: { token: string };
    };
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return result;
  };
  const { token } = await post('userAccount/login', { mobile: checker, password: demoPassword });
  await post('approval/approve', { id }, token);
}

/** What an import can't be faster than. */
async function copyCards(
  { pool }: World,
  { id, tenant_id }: BenchMerchant,
  productId: string,
  text: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      'CREATE TEMP TABLE stage (id uuid, card_no text, cipher text, index text, first_six text, last_four text) ON COMMIT DROP',
    );
    const copy = client.query(copyFrom('COPY stage FROM STDIN WITH (FORMAT csv)'));
    copy.end(text);
    await once(copy, 'finish');
    await client.query(
      `INSERT INTO cards (tenant_id, id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, merchant_id, company_id, cap)
     SELECT $1, s.id, s.card_no, s.cipher, s.index, s.first_six, s.last_four, $3, 'VIRTUAL', 'NAMED', 0, m.id, m.company_id, 500000
     FROM stage s JOIN merchants m ON m.tenant_id = $1 AND m.id = $2`,
      [tenant_id, id, productId],
    );
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

/** Takes a merchant's cards and their orders away. */
async function removeCards({ pool }: World, { id, tenant_id }: BenchMerchant): Promise<void> {
  await asReplica(pool, async (client) => {
    const ofCards = 'USING cards c WHERE c.tenant_id = $1 AND c.merchant_id = $2';
    const ofOrders = 'USING card_orders o WHERE o.tenant_id = $1 AND o.merchant_id = $2';
    for (const statement of [
      `DELETE FROM card_events e ${ofCards} AND e.tenant_id = $1 AND e.card_id = c.id`,
      'DELETE FROM cards WHERE tenant_id = $1 AND merchant_id = $2',
      `DELETE FROM card_order_lines l ${ofOrders} AND l.tenant_id = $1 AND l.order_id = o.id`,
      `DELETE FROM card_order_payments p ${ofOrders} AND p.tenant_id = $1 AND p.order_id = o.id`,
      `DELETE FROM card_order_events e ${ofOrders} AND e.tenant_id = $1 AND e.order_id = o.id`,
      'DELETE FROM card_orders WHERE tenant_id = $1 AND merchant_id = $2',
    ]) {
      await client.query(statement, [tenant_id, id]);
    }
    await client.query('TRUNCATE import_rows');
  });
  await pool.query('VACUUM (ANALYZE) cards, card_events');
}
