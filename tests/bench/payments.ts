import { demoPassword } from '@xyxlx/database/seed/accounts';
import { newNonce, type Signing, signedHeaders } from '../support/signed-call.ts';
import { type Answer, Line, perSecond } from './http-load.ts';
import { shown, type Work } from './measure.ts';
import { type BenchMerchant, csv, freshMerchant, insertPeople, peopleOf, removeMerchant } from './people.ts';
import { asReplica, type World } from './world.ts';

const lanes = 4;
const ms = 4000;
/** Who pays at each merchant: in turn, so that nobody waits for their own limit. */
const payers = 1000;
/** How many lots some of them have, of which the first covers whatever they pay. */
const lots = 20;
const path = 'consumption/notifyPayment';

/** What judging adds to a payment that a channel tells of. */
export function paymentWorks(world: World): Work[] {
  return [
    {
      name: `payments that a channel tells of, judged by 20 rules that all hold; ${lanes} at a time`,
      unit: 'payments/s, were each as slow as the slowest in 20',
      floorName: 'the same at a merchant that no policy is for',
      goal: '≥ 0.77: p95 ≤ ×1.3',
      open: async () => {
        const [plain, judged] = [await withLimits(world), await withLimits(world)];
        const channel = await boundChannel(world, judged);
        const institutionId = await publishedPolicy(world, judged);
        const { slowestOf20, times, hangUp } = payingAt(world, channel, (merchant) => merchant === judged);
        for (const merchant of [plain, judged]) await slowestOf20('floor', merchant);
        return {
          floor: () => slowestOf20('floor', plain),
          ours: () => slowestOf20('ours', judged),
          note: () => `p50 and p95: ${times.ours} beside ${times.floor}`,
          close: async () => {
            hangUp();
            await removePayments(world, { merchants: [plain, judged], channel, institutionId });
            for (const merchant of [plain, judged]) await removeMerchant(world, merchant);
          },
        };
      },
    },
    {
      name: `payments that a channel tells of, by people with ${lots} live lots each; ${lanes} at a time`,
      unit: 'payments/s, were each as slow as the slowest in 20',
      floorName: 'the same by people without lots',
      goal: '≥ 0.83: p95 ≤ ×1.2',
      open: async () => {
        const [plain, withLots] = [await withLimits(world), await withLimits(world)];
        await giveLots(world, withLots);
        const channel = await boundChannel(world, plain);
        const { slowestOf20, times, hangUp } = payingAt(world, channel, () => false);
        for (const merchant of [plain, withLots]) await slowestOf20('floor', merchant);
        return {
          floor: () => slowestOf20('floor', plain),
          ours: () => slowestOf20('ours', withLots),
          note: () => `p50 and p95: ${times.ours} beside ${times.floor}`,
          close: async () => {
            hangUp();
            await removePayments(world, { merchants: [plain, withLots], channel, institutionId: null });
            for (const merchant of [plain, withLots]) await removeMerchant(world, merchant);
          },
        };
      },
    },
  ];
}

/** Pays through a channel at one merchant after the other; fails where a policy judges that is not to, or none that is. */
export function payingAt(world: World, channel: Signing, isJudged: (merchant: BenchMerchant) => boolean) {
  const lines = Array.from({ length: lanes }, () => new Line(world.service.url));
  const times = { floor: '', ours: '' };
  let turn = 0;
  const pay = async (merchant: BenchMerchant, line: Line): Promise<number> => {
    const payment = {
      ...{ paymentNo: `B-${newNonce()}`, merchantNo: `BENCH${merchant.prefix.slice(1)}` },
      ...{ employeeNo: `${merchant.prefix}-${turn++ % payers}`, amount: 100, category: 'MEAL' },
    };
    const body = JSON.stringify(payment);
    const headers = signedHeaders(channel, path, body);
    const started = performance.now();
    const answer: Answer = await line.send(path, headers, body);
    const took = performance.now() - started;
    const outcome = JSON.parse(answer.body);
    const policy = outcome.result?.decision.institution ?? null;
    if (outcome.result?.approved !== true || (policy !== null) !== isJudged(merchant)) {
      throw new Error(`A payment went another way: ${answer.body}`);
    }
    return took;
  };
  /** How many payments a second there were, were each as slow as the slowest in 20. */
  const slowestOf20 = async (of: keyof typeof times, merchant: BenchMerchant): Promise<number> => {
    const took: number[] = [];
    await perSecond(lanes, ms, async (lane) => {
      took.push(await pay(merchant, lines[lane] as Line));
    });
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(took.length * share)] as number;
    times[of] = `${shown(at(0.5))} and ${shown(at(0.95))} ms`;
    return 1000 / at(0.95);
  };
  const hangUp = () => {
    for (const line of lines) line.close();
  };
  return { slowestOf20, times, hangUp };
}

/** Has all that the merchant's people have to spend be in lots, which end one a day from tomorrow on. */
async function giveLots({ pool }: World, { id, tenant_id }: BenchMerchant): Promise<void> {
  // Of the batch that issued them nothing is asked for.
  await asReplica(pool, async (client) => {
    await client.query(
      `INSERT INTO limit_lots (tenant_id, account_id, batch_id, row_no, amount, available, expires_at)
     SELECT a.tenant_id, a.id, $2, row_number() OVER (), a.available / $3::int, a.available / $3::int, date_trunc('day', now()) + n * interval '1 day' + interval '16 hours'
     FROM limit_accounts a, generate_series(1, $3::int) n WHERE a.tenant_id = $1 AND a.merchant_id = $2`,
      [tenant_id, id, lots],
    );
    await client.query(
      'UPDATE limit_accounts SET lot_available = available WHERE tenant_id = $1 AND merchant_id = $2',
      [tenant_id, id],
    );
  });
  await pool.query('VACUUM (ANALYZE) limit_lots');
}

/** A merchant whose people have more than they will spend. */
export async function withLimits(world: World): Promise<BenchMerchant> {
  const merchant = await freshMerchant(world);
  await insertPeople(world, merchant, csv(peopleOf(merchant).slice(0, payers)));
  await world.pool.query(
    'UPDATE limit_accounts SET total = 100000000, available = 100000000, adjust_seq = 1 WHERE tenant_id = $1 AND merchant_id = $2',
    [merchant.tenant_id, merchant.id],
  );
  return merchant;
}

/** A channel account as the console adds one; the channel itself is not asked whether it is bound. */
export async function boundChannel(world: World, { tenant_id }: BenchMerchant): Promise<Signing> {
  const secret = newNonce() + newNonce();
  const { id } = (await world.ask('channel/addBinding', {
    ...{ channel: 'ALIPAY', name: '基准渠道', appId: 'bench', externalId: `bench-${newNonce()}` },
    ...{ secret: newNonce(), callbackSecret: secret },
  })) as { id: string };
  await world.pool.query(`UPDATE channel_bindings SET state = 'BOUND' WHERE tenant_id = $1 AND id = $2`, [
    tenant_id,
    id,
  ]);
  await world.pool.query(
    'INSERT INTO channel_registry (binding_id, tenant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, tenant_id],
  );
  return { bindingId: id, secret };
}

/** A policy for all people of the merchant with 20 rules, each of which holds of every payment and counts it by day and month; its id. */
async function publishedPolicy(world: World, { id: merchantId }: BenchMerchant): Promise<string> {
  const rules = Array.from({ length: 20 }, (_, n) => ({
    conditions: [
      { factor: 'WEEKDAY', operator: 'IN', value: [1, 2, 3, 4, 5, 6, 7] },
      { factor: 'CATEGORY', operator: 'IN', value: ['MEAL', 'TRAVEL'] },
      { factor: 'PER_DAY', operator: 'LE', value: 10_000_000 + n },
      { factor: 'COUNT_MONTH', operator: 'LE', value: 1000 - n },
    ],
  }));
  const form = {
    ...{ name: `基准制度${newNonce().slice(0, 12)}`, categories: ['MEAL'], priority: 1, excess: 'SPLIT' },
    ...{ validFrom: '2026-01-01', scopes: [{ kind: 'MERCHANT', id: merchantId }], rules },
  };
  const { id, version } = (await world.ask('rule/addInstitution', form)) as { id: string; version: number };
  await world.ask('rule/submitInstitution', { id, version, reason: 'bench' });
  const subject = { subjectType: 'institutionVersion', subjectId: id };
  const { id: approvalId } = (await world.ask('approval/getSubjectApproval', subject)) as { id: string };
  const checker = new Line(world.service.url);
  const ask = async (action: string, token: string, input: object) =>
    JSON.parse((await checker.ask(action, token, JSON.stringify(input))).body);
  const { result } = await ask('userAccount/login', '', { mobile: '13800000003', password: demoPassword });
  const approved = await ask('approval/approve', result.token, { id: approvalId });
  checker.close();
  if (approved.code !== 200) throw new Error(`The policy was not approved: ${approved.msg}`);
  return id;
}

/** Takes away what was paid, and what it was paid through and judged by. */
export async function removePayments(
  { pool }: World,
  {
    merchants,
    channel,
    institutionId,
  }: { merchants: BenchMerchant[]; channel: Signing; institutionId: string | null },
): Promise<void> {
  await asReplica(pool, async (client) => {
    const of = merchants.map(({ id }) => id);
    const tenant = merchants[0]?.tenant_id;
    const versions = 'SELECT id FROM institution_versions WHERE tenant_id = $1 AND institution_id = $2';
    for (const [table, column] of [
      ['payment_decisions', 'consumption_id'],
      ['channel_notices', 'consumption_id'],
      ['lot_spends', 'consumption_id'],
    ]) {
      await client.query(
        `DELETE FROM ${table} WHERE tenant_id = $1 AND ${column} IN (SELECT id FROM consumption_records WHERE tenant_id = $1 AND merchant_id = ANY($2))`,
        [tenant, of],
      );
    }
    await client.query(
      'DELETE FROM rule_usages WHERE tenant_id = $1 AND employee_id IN (SELECT id FROM employees WHERE tenant_id = $1 AND merchant_id = ANY($2))',
      [tenant, of],
    );
    for (const table of ['consumption_records', 'consumption_days']) {
      await client.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND merchant_id = ANY($2)`, [tenant, of]);
    }
    for (const table of ['rule_conditions', 'usage_rules', 'institution_scopes']) {
      await client.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND version_id IN (${versions})`, [
        tenant,
        institutionId,
      ]);
    }
    await client.query('DELETE FROM institution_versions WHERE tenant_id = $1 AND institution_id = $2', [
      tenant,
      institutionId,
    ]);
    await client.query('DELETE FROM institutions WHERE tenant_id = $1 AND id = $2', [tenant, institutionId]);
    // What judges is kept in memory beside this number.
    await client.query(`UPDATE tenant_counters SET value = value + 1 WHERE tenant_id = $1`, [tenant]);
    await client.query('DELETE FROM channel_registry WHERE binding_id = $1', [channel.bindingId]);
    await client.query('DELETE FROM channel_nonces WHERE tenant_id = $1', [tenant]);
    await client.query('DELETE FROM channel_bindings WHERE tenant_id = $1 AND id = $2', [
      tenant,
      channel.bindingId,
    ]);
  });
}
