import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { issueLots } from '../../../../../tests/support/lots.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: BatchDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
});
afterAll(() => api.close());

const rowsOf = async (batchId: string, filter: object = {}) =>
  (await api.call('billChange/queryBatchRow', { batchId, pageSize: 200, ...filter }, desk.maker)).body.result
    .list;

describe('the sheet of limits', () => {
  it('goes out, comes back unchanged and changes nothing', async () => {
    const lines = await desk.sheet();
    expect(lines[0]).toEqual([
      '工号',
      '姓名',
      '部门',
      '状态',
      '可用额度（元）',
      '已用额度（元）',
      '现有额度（元）',
      '调整后额度（元）',
    ]);
    const { body } = await desk.upload(lines);
    const batch = await desk.settled(body.result.batchId);
    expect(batch).toMatchObject({ state: 'UNCHANGED', changed: 0, failed: 0, unchanged: lines.length - 1 });
  });

  it('that changes nothing but has a bad row has failed', async () => {
    const [head, first, ...others] = (await desk.sheet()) as [string[], string[], ...string[][]];
    const { body } = await desk.upload([head, first.with(7, '若干'), ...others]);
    expect(await desk.settled(body.result.batchId)).toMatchObject({ state: 'FAILED', changed: 0, failed: 1 });
  });

  it('is tried out, confirmed, carried out and undone as far as it is unspent; each bad row says why', async () => {
    const lines = await desk.sheet();
    const people = lines.slice(1).filter((line) => line[3] === '已激活');
    const [up, down, spender] = people as [string[], string[], string[]];
    const plus = (line: string[], yuan: number) => line.with(7, (Number(line[7]) + yuan).toFixed(2));
    const edited = [
      lines[0] as string[],
      plus(up, 100),
      plus(down, -10.5),
      plus(spender, 30),
      plus(up, 5),
      ['NO\0BODY', '无名', '', '', '', '', '', '10'],
      (people[3] as string[]).with(7, '"1,5"'),
      (people[4] as string[]).with(7, '0'),
      ['', '', '', '', '', '', '', ''],
    ];
    const { body } = await desk.upload(edited);
    const tried = await desk.settled(body.result.batchId);
    expect(tried).toMatchObject({
      state: 'READY',
      total: 7,
      changed: 3,
      failed: 4,
      increaseAmount: 13_000,
      decreaseAmount: 1_050,
      differenceAmount: 11_950,
    });
    const bad = await rowsOf(tried.id, { state: ['FAILED'] });
    expect(bad.map(({ rowNo, message }: { rowNo: number; message: string }) => [rowNo, message])).toEqual([
      [5, '工号重复，前一处在第 2 行'],
      [6, '工号不存在'],
      [7, '金额无效：应为不小于 0、最多两位小数的数字'],
      [8, '可用额度余额不足，不能低于已用额度'],
    ]);
    expect((await desk.sheet())[1]).toEqual(lines[1]);

    const key = { 'Idempotency-Key': 'confirm-batch-1' };
    const confirm = () =>
      api.call('billChange/confirmBatch', { id: tried.id, version: tried.version }, desk.maker, key);
    const [first, second] = await Promise.all([confirm(), confirm()]);
    expect(first.text).toBe(second.text);
    const done = await desk.settled(tried.id);
    expect(done).toMatchObject({ state: 'PARTLY_DONE', done: 3, failed: 4 });
    const after = await desk.sheet();
    const limitOf = (line: string[]) => Number(after.find(([no]) => no === line[0])?.[6]);
    expect([limitOf(up), limitOf(down), limitOf(spender)]).toEqual([
      Number(up[6]) + 100,
      Number(down[6]) - 10.5,
      Number(spender[6]) + 30,
    ]);

    const failed = await api.call(
      'billChange/exportBatchFailed',
      { id: tried.id, format: 'csv' },
      desk.maker,
    );
    expect(failed.text).toContain('NOBODY,无名,10,工号不存在');

    const employee = (
      await api.call(
        'employee/queryEmployee',
        { merchantId: desk.merchantId, keyword: spender[0] },
        desk.maker,
      )
    ).body.result.list[0];
    await api.call(
      'limit/adjustLimit',
      { employeeId: employee.id, type: 'DECREASE', amount: employee.availableLimit - 1_000, reason: 't' },
      desk.maker,
    );
    await api.call(
      'billChange/undoBatch',
      { id: tried.id, version: done.version, reason: '发错' },
      desk.maker,
    );
    const undone = await desk.settled(tried.id);
    expect(undone).toMatchObject({ state: 'UNDONE', undoneAmount: 10_000 + 1_050 + 1_000 });
    const { availableLimit } = (await api.call('employee/getEmployee', { id: employee.id }, desk.maker)).body
      .result;
    expect(availableLimit).toBe(0);
    const [kept] = (await rowsOf(tried.id)).filter(
      (row: { employeeNo: string }) => row.employeeNo === spender[0],
    );
    expect(kept).toMatchObject({ state: 'UNDONE', message: '其中 20.00 元已使用，未能撤销' });
    await expectInvariants(api);
  });

  it('takes general money alone: what is in lots is not reduced, when it is checked, carried out and undone', async () => {
    const lines = await desk.sheet();
    const [line, other] = lines.slice(1).filter((cells) => cells[3] === '已激活') as [string[], string[]];
    const find = async ([no]: string[]) =>
      (await api.call('employee/queryEmployee', { merchantId: desk.merchantId, keyword: no }, desk.maker))
        .body.result.list[0].id as string;
    const adjust = async (employeeId: string, type: string, amount?: number) => {
      const input = { employeeId, type, ...(amount && { amount }), reason: 't' };
      expect((await api.call('limit/adjustLimit', input, desk.maker)).body).toMatchObject({ code: 200 });
    };
    const [holder, second] = [await find(line), await find(other)];
    for (const id of [holder, second]) await adjust(id, 'CLEAR');
    await issueLots(api, holder, [{ amount: 1_000 }]);
    for (const id of [holder, second]) await adjust(id, 'INCREASE', 500);
    const present = await desk.sheet();
    const edit = (of: string[], yuan: number) => {
      const now = present.find(([no]) => no === of[0]) as string[];
      return now.with(7, (Number(now[7]) + yuan).toFixed(2));
    };
    const words = '可调减额度不足，其余为限时额度';
    const head = present[0] as string[];
    const tooMuch = await desk.upload([head, edit(line, -5.01)]);
    const refused = await desk.settled(tooMuch.body.result.batchId);
    expect((await rowsOf(refused.id))[0]).toMatchObject({ state: 'FAILED', message: words });

    const { body } = await desk.upload([head, edit(line, -5), edit(other, 3)]);
    const checked = await desk.settled(body.result.batchId);
    expect(checked).toMatchObject({ state: 'READY', changed: 2 });
    // Between the check and its confirmation general money is spent, and what is left of the limit is a lot.
    await adjust(holder, 'DECREASE', 1);
    await issueLots(api, holder, [{ amount: 1 }]);
    await api.call('billChange/confirmBatch', { id: checked.id, version: checked.version }, desk.maker);
    const done = await desk.settled(checked.id);
    expect(done).toMatchObject({ state: 'PARTLY_DONE', done: 1, failed: 1 });
    const [failed] = await rowsOf(done.id, { state: ['FAILED'] });
    expect(failed).toMatchObject({ employeeNo: line[0], message: words });

    await issueLots(api, second, [{ amount: 10_000 }]);
    await adjust(second, 'DECREASE', 700);
    await api.call(
      'billChange/undoBatch',
      { id: done.id, version: done.version, reason: '发错' },
      desk.maker,
    );
    await desk.settled(done.id);
    const [undone] = await rowsOf(done.id, { state: ['UNDONE'] });
    expect(undone).toMatchObject({ employeeNo: other[0], message: '其中 2.00 元已使用，未能撤销' });
    const lots = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
      where: { employeeId: second },
    });
    expect([lots.available, lots.lotAvailable]).toEqual([10_000n, 10_000n]);
    await expectInvariants(api);
  });

  it('with more than the fund holds: 406 余额不足, ∅', async () => {
    const lines = await desk.sheet();
    const rich = (lines[1] as string[]).with(7, '9000000000');
    const { body } = await desk.upload([lines[0] as string[], rich]);
    const tried = await desk.settled(body.result.batchId);
    const confirmed = await api.call(
      'billChange/confirmBatch',
      { id: tried.id, version: tried.version },
      desk.maker,
    );
    expect(confirmed.body.code).toBe(406);
    expect(confirmed.body.msg).toContain('余额不足');
    expect((await desk.settled(tried.id)).state).toBe('READY');
    const { body: dropped } = await api.call(
      'billChange/cancelBatch',
      { id: tried.id, version: tried.version },
      desk.maker,
    );
    expect(dropped.result.state).toBe('CANCELLED');
  });

  it('same file warned; a sheet without the columns, an empty one: 406; stale version: 406', async () => {
    const lines = await desk.sheet();
    const edited = [lines[0] as string[], (lines[1] as string[]).with(7, '99999')];
    const first = await desk.settled((await desk.upload(edited)).body.result.batchId);
    const again = await desk.settled((await desk.upload(edited)).body.result.batchId);
    expect(again.sameAsBatchNo).toBe(first.batchNo);
    expect(
      (
        await desk.upload([
          ['a', 'b'],
          ['1', '2'],
        ])
      ).body.code,
    ).toBe(406);
    expect((await desk.upload([lines[0] as string[]])).body).toMatchObject({
      code: 406,
      msg: '文件中没有数据行',
    });
    const stale = await api.call(
      'billChange/confirmBatch',
      { id: first.id, version: first.version - 1 || 1 },
      desk.maker,
    );
    expect(stale.body.code).toBe(406);
  });

  it("another tenant's merchant or batch: 406 记录不存在", async () => {
    const other = await api.signIn('13800000004');
    const { body } = await api.call('billChange/queryBatch', {}, desk.maker);
    const [{ id, version }] = body.result.list;
    for (const [path, input] of [
      ['billChange/getBatch', { id }],
      ['billChange/confirmBatch', { id, version }],
      ['billChange/undoBatch', { id, version, reason: 'x' }],
      ['billChange/queryBatchRow', { batchId: id }],
      ['billChange/billLimitExport', { merchantId: desk.merchantId }],
      ['billChange/exportBatchFailed', { id }],
    ] as const) {
      expect((await api.call(path, input, other)).body).toMatchObject({ code: 406, msg: '记录不存在' });
    }
  });
});

it('limits are locked in the order of their ids, whatever order the sheet has its people in', async () => {
  const [head = [], ...lines] = await desk.sheet();
  const numbers = lines.filter((line) => line[3] === '已激活').map(([no]) => no);
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  try {
    const { rows } = await holder.query<{ id: string; no: string }>(
      `SELECT l.id, e.employee_no AS no FROM limit_accounts l JOIN employees e ON e.id = l.employee_id
       WHERE l.merchant_id = $1 AND e.employee_no = ANY($2) ORDER BY l.id LIMIT 3`,
      [desk.merchantId, numbers],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const turned = rows.map(({ no }) => lines.find((line) => line[0] === no) as string[]).toReversed();
    const more = turned.map((line) => line.with(7, (Number(line[7]) + 1).toFixed(2)));
    const { body } = await desk.upload([head, ...more]);
    const { id, version } = await desk.settled(body.result.batchId);

    await holder.query('BEGIN');
    await holder.query('SELECT FROM limit_accounts WHERE id = $1 FOR UPDATE', [ids[0]]);
    await api.call('billChange/confirmBatch', { id, version }, desk.maker);
    const waiting = async () =>
      (
        await holder.query(
          'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        )
      ).rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const free = await holder.query('SELECT FROM limit_accounts WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED', [
      ids.slice(1),
    ]);
    expect(free.rowCount).toBe(2);
    await holder.query('COMMIT');
    expect(await desk.settled(id)).toMatchObject({ state: 'DONE', done: 3 });
  } finally {
    await holder.end();
  }
});
