import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lenientTimeouts } from '../support/lenient-timeouts.ts';
import { type Balancer, startBalancer } from './support/balancer.ts';
import { type Bank, openBank } from './support/bank.ts';
import { call, type Outcome, retrying } from './support/client.ts';
import { makeReplicas, type Replica, type Replicas, signIn } from './support/replicas.ts';

/** How often each of the two is restarted. */
const rounds = process.env.FAULTS === 'long' ? 5 : 1;
const { EVENT_LOOP_DELAY, DATABASE_WAIT } = lenientTimeouts;
const settings = { EVENT_LOOP_DELAY, DATABASE_WAIT, STOP_DELAY: '1s' };

/** Rows of the export that is under way on a replica when it is told to stop: more than all buffers on the way hold. */
const merchants = 8000;
/** Rows of each file that comes in. */
const users = 40;

let replicas: Replicas;
let alive: Replica[];
let balancer: Balancer;
let bank: Bank;
let admin: string;
/** Somebody else: each has one export at a time. */
let exporter: string;
beforeAll(async () => {
  replicas = await makeReplicas();
  balancer = startBalancer();
  alive = await Promise.all([replicas.start(settings), replicas.start(settings)]);
  for (const replica of alive) balancer.add(replica);
  const [first] = alive as [Replica];
  bank = await openBank(replicas, first);
  [admin, exporter] = await Promise.all([signIn(first, '13800000001'), signIn(first, '13800000009')]);
  await replicas.owner.query(
    `INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region, settlement_bank, settlement_account, state)
     SELECT tenant_id, company_id, 'X' || i, repeat('商户', 300) || i, 'x', lpad(i::text, 18, '0'), 'x', '13800000000', mcc, region, settlement_bank, settlement_account, state
     FROM (SELECT * FROM merchants WHERE state = 'ACTIVE' LIMIT 1) m, generate_series(1, $1::int) i`,
    [merchants],
  );
}, 120_000);
afterAll(async () => {
  await balancer.stop();
  await replicas.close();
}, 60_000);

const post = (url: string, path: string, token: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(`${url}/xyxlx/${path}`, {
    method: 'POST',
    headers: { Authorization: token, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

const json = { 'Content-Type': 'application/json' };

/** An export, read to its end: its number of lines as the result. */
async function exported(url: string, path: string, token: string): Promise<Outcome> {
  const answer = await post(url, path, token, '{"format":"csv"}', json);
  if (answer.headers.get('content-type')?.includes('json')) {
    return { ...((await answer.json()) as Outcome), status: answer.status };
  }
  const lines = (await answer.text()).trimEnd().split('\n').length;
  return { code: 200, msg: '', result: lines, status: 200, retryAfter: null };
}

/** An export of which one piece has arrived; nobody reads the rest before `finish`, which answers how many lines there were. */
async function exportUnderWay(url: string): Promise<{ finish(): Promise<number> }> {
  const ask = () => post(url, 'merchant/exportMerchant', admin, '{"format":"csv"}', json);
  let answer = await ask();
  for (; answer.status === 503; answer = await ask()) await wait(100);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value, { stream: true });
  return {
    finish: async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        text += decoder.decode(piece.value, { stream: true });
      }
      return text.trimEnd().split('\n').length;
    },
  };
}

let files = 0;
/** The two halves of a form with a file of users that no other file has. */
function usersForm(): [string, string] {
  const first = 13_600_000_000 + files++ * users;
  const lines = Array.from({ length: users }, (_, row) => `员工${row},${first + row},运营\n`);
  const head =
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="users.csv"\r\nContent-Type: text/csv\r\n\r\n姓名,手机号,角色\n';
  return [head + lines.slice(0, users / 2).join(''), `${lines.slice(users / 2).join('')}\r\n--cut--\r\n`];
}

async function upload(url: string, body: BodyInit, key: string): Promise<Outcome> {
  const answer = await post(url, 'userAccount/importUserInfo', admin, body, {
    'Content-Type': 'multipart/form-data; boundary=cut',
    'Idempotency-Key': key,
  });
  return { ...((await answer.json()) as Outcome), status: answer.status };
}

/** An upload of which half has been sent; the rest is, with `finish`. */
function uploadUnderWay(url: string): { finish(): Promise<Outcome> } {
  const [half, rest] = usersForm();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(encoder.encode(half));
      await finished;
      controller.enqueue(encoder.encode(rest));
      controller.close();
    },
  });
  const answer = upload(url, body, crypto.randomUUID());
  return {
    finish: () => {
      finish();
      return answer;
    },
  };
}

test(
  'a rolling restart of two replicas behind a client that retries 503: 0 failed operations, exports and uploads included',
  async () => {
    const failed: [string, Outcome][] = [];
    const done = { deposits: 0, reads: 0, exports: 0, uploads: 0 };
    const jobs: string[] = [];
    let over = false;
    const until = Date.now() + 3_600_000;
    const broken = (error: unknown): Outcome => ({
      code: 0,
      msg: String(error),
      result: null,
      status: 0,
      retryAfter: null,
    });
    /** A client that does the same again and again, and tries again after 503 alone. */
    const keepDoing = async (what: keyof typeof done, once: () => Promise<Outcome>) => {
      while (!over) {
        const outcome = await once();
        if (outcome.code === 200) done[what]++;
        else failed.push([what, outcome]);
        await wait(50);
      }
    };
    const everywhere = (once: (url: string) => Promise<Outcome>) =>
      retrying(async () => once(await balancer.next()).catch(broken), { until });
    const clients = [
      ...[1, 2].map(() => keepDoing('deposits', () => bank.deposit(() => balancer.next(), { until }))),
      ...[1, 2].map(() =>
        keepDoing('reads', () =>
          everywhere((url) => call(url, 'employee/queryEmployee', { pageSize: 10 }, bank.token)),
        ),
      ),
      keepDoing('exports', () => everywhere((url) => exported(url, 'employee/exportEmployee', exporter))),
      keepDoing('uploads', async () => {
        const form = usersForm().join('');
        const key = crypto.randomUUID();
        const outcome = await everywhere((url) => upload(url, form, key));
        jobs.push(outcome.result?.jobId);
        return outcome;
      }),
    ];

    const { rows } = await replicas.owner.query('SELECT count(*)::int AS count FROM merchants');
    for (let turn = 0; turn < 2 * rounds; turn++) {
      const old = alive[turn % 2] as Replica;
      const before = { ...done };
      const inHand = { file: await exportUnderWay(old.url), form: uploadUnderWay(old.url) };
      await eventually(() => {
        expect(failed).toEqual([]);
        for (const what of ['deposits', 'reads', 'exports', 'uploads'] as const) {
          expect([what, done[what] > before[what]]).toEqual([what, true]);
        }
      });
      old.process.kill('SIGTERM');
      // It takes nothing more by now, and waits for what is under way.
      await eventually(async () =>
        expect((await call(old.url, 'employee/queryEmployee', { pageSize: 1 }, bank.token)).code).toBe(503),
      );
      const uploaded = await inHand.form.finish();
      jobs.push(uploaded.result?.jobId);
      expect([await inHand.file.finish(), uploaded.code]).toEqual([rows[0].count + 1, 200]);
      expect([await old.ended, old.output()]).toEqual([0, expect.not.stringMatching(/level":[56]0/)]);
      balancer.remove(old);
      const fresh = await replicas.start(settings);
      alive[turn % 2] = fresh;
      balancer.add(fresh);
    }
    over = true;
    await Promise.all(clients);
    process.stdout.write(
      `${2 * rounds} restarts: ${JSON.stringify(done)}, ${failed.length} operations failed\n`,
    );
    expect(failed).toEqual([]);
    expect(replicas.unexpected()).toEqual([]);
    // Every file was taken in once, and checked by some replica.
    expect(new Set(jobs).size).toBe(jobs.length);
    await eventually(async () => {
      const { rows: states } = await replicas.owner.query(
        'SELECT state::text, total, count(*)::int FROM jobs GROUP BY 1, 2',
      );
      expect(states).toEqual([{ state: 'WAITING_CONFIRM', total: users, count: jobs.length }]);
    });
    await bank.expectExact(alive[0] as Replica);
  },
  rounds * 120_000,
);
