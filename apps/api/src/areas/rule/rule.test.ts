import type { InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { policyForm, publishPolicy } from '../../../../../tests/support/policies.ts';
import { startService } from '../../../../../tests/support/service-process.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { covers } from './judge/scope.ts';
import { linesOf } from './scope-lines.ts';

let api: TestApi;
let maker: string;
let checker: string;
let employee: { id: string; merchantId: string; tenantId: string };

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['rule.view', 'rule.edit', 'rule.approve', 'consumption.view'];
  maker = (await operator(api, '规则经办', { permissions })).token;
  checker = await api.signIn('13800000003');
  employee = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: {
      state: 'ACTIVE',
      merchant: { state: 'ACTIVE' },
      limitAccount: { available: { gt: 10_000 } },
      tenantId: (await api.deps.database.prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } })).id,
    },
    orderBy: { id: 'asc' },
  });
});
afterAll(() => api.close());

const send = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const result = async <T = InstitutionDetail>(path: string, input: object, token = maker): Promise<T> => {
  const body = await send(path, input, token);
  expect(body).toMatchObject({ code: 200, msg: '' });
  return body.result;
};

const terms = (given: object = {}) => policyForm(employee.id, given);
const add = (given: object = {}) => result('rule/addInstitution', terms(given));

async function decide(found: { id: string }, how: 'approve' | 'reject' | 'withdraw', token = checker) {
  const rows = await api.deps.database.prisma.approval.findMany({
    where: { subjectId: found.id, state: 'PENDING' },
  });
  expect(rows).toHaveLength(1);
  return send(`approval/${how}`, { id: rows[0]?.id, ...(how === 'reject' && { reason: '不行' }) }, token);
}

const perPayment = (value: number) => [{ factor: 'PER_PAYMENT', operator: 'LE', value }];
const act = (name: string, { id, version }: InstitutionDetail) =>
  send(`rule/${name}Institution`, { id, version, reason: '需要' });
const read = (id: string) => result('rule/getInstitution', { id });

/** Added, handed in and approved; ended by the caller, so that the next test's payments are not judged by it. */
const publish = (given: object = {}) => publishPolicy(api, { maker, checker }, terms(given));
const end = async ({ id }: { id: string }) => {
  expect(await act('disable', await read(id))).toMatchObject({ code: 200, result: { state: 'DISABLED' } });
};

const tryPayment = (given: object = {}) =>
  result<{ outcome: string; reasons: { code: string; words: string }[]; [key: string]: unknown }>(
    'rule/tryPayment',
    { employeeId: employee.id, amount: 2_000, category: 'MEAL', at: '2026-11-20T04:00:00Z', ...given },
  );

describe('from draft to judging', () => {
  test('a 制度 judges once another has approved it, and no more once it is disabled', async () => {
    const added = await add();
    expect(added).toMatchObject({
      state: 'DRAFT',
      versionNo: 1,
      published: null,
      newest: { state: 'DRAFT' },
    });
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ outcome: 'PASS', institution: null });

    expect(await act('submit', added)).toMatchObject({
      code: 200,
      result: { state: 'SUBMITTED', newest: { state: 'SUBMITTED' } },
    });
    expect((await decide(added, 'approve', maker)).msg).toContain('经办人不能');
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ institution: null });

    expect(await decide(added, 'approve')).toMatchObject({ code: 200 });
    expect(await read(added.id)).toMatchObject({
      state: 'ENABLED',
      next: null,
      published: { no: 1, state: 'PUBLISHED' },
    });
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({
      outcome: 'SPLIT',
      institution: { id: added.id, name: added.name },
      versionNo: 1,
      allowedAmount: 5_000,
      personalAmount: 800,
    });

    await end(added);
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ outcome: 'PASS', institution: null });
  });

  test('while a new version is a draft or waits the old one judges; its approval replaces it', async () => {
    const first = await publish();
    const { name, newest } = first;
    const rules = [{ key: newest.rules[0]?.key, conditions: perPayment(6_000) }];
    const { id, version } = first;
    const edited = await result('rule/editInstitution', { ...terms({ name, rules }), id, version });
    expect(edited).toMatchObject({
      state: 'ENABLED',
      versionNo: 1,
      next: { no: 2, state: 'DRAFT' },
      published: { no: 1 },
      newest: { no: 2, rules: [{ key: newest.rules[0]?.key }] },
    });
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ versionNo: 1, allowedAmount: 5_000 });
    const handed = await act('submit', edited);
    expect(handed).toMatchObject({ result: { state: 'ENABLED', next: { no: 2, state: 'SUBMITTED' } } });
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ versionNo: 1 });
    expect(
      await send('rule/editInstitution', { ...terms({ name }), id, version: handed.result.version }),
    ).toMatchObject({ code: 406, msg: '已提交审批，请勿重复提交' });
    await decide(first, 'approve');
    expect(await tryPayment({ amount: 5_800 })).toMatchObject({ versionNo: 2, outcome: 'PASS' });
    const versions = await result<{ list: object[] }>('rule/queryVersion', { id });
    expect(versions.list).toMatchObject([
      {
        no: 2,
        state: 'PUBLISHED',
        changes: [{ field: '规则', before: '单笔不超过 50.00 元', after: '单笔不超过 60.00 元' }],
      },
      { no: 1, state: 'RETIRED', changes: [] },
    ]);
    await end(first);
  });

  test.each(['reject', 'withdraw'] as const)(
    'what a checker or its maker sends back (%s) is a draft again',
    async (how) => {
      const added = await add();
      await act('submit', added);
      expect(await decide(added, how, how === 'withdraw' ? maker : checker)).toMatchObject({ code: 200 });
      expect(await read(added.id)).toMatchObject({ state: 'DRAFT', newest: { no: 1, state: 'DRAFT' } });
    },
  );

  test('disabling takes a waiting version back; handed in again it waits for a checker anew', async () => {
    const first = await publish();
    const { id, name, version } = first;
    const edited = await result('rule/editInstitution', { ...terms({ name, priority: 7 }), id, version });
    await act('submit', edited);
    await end(first);
    expect(await read(id)).toMatchObject({ state: 'DISABLED', next: { no: 2, state: 'DRAFT' } });
    expect(
      await api.deps.database.prisma.approval.count({ where: { subjectId: id, state: 'PENDING' } }),
    ).toBe(0);
    expect(await act('submit', await read(id))).toMatchObject({ result: { state: 'SUBMITTED' } });
    await decide(first, 'approve');
    expect(await read(id)).toMatchObject({ state: 'ENABLED', published: { no: 2, priority: 7 } });
    await end(first);
    // Without a draft the published version is handed in as it is.
    await act('submit', await read(id));
    await decide(first, 'approve');
    expect(await read(id)).toMatchObject({ state: 'ENABLED', published: { no: 2 } });
    await end(first);
    expect(await act('archive', await read(id))).toMatchObject({ result: { state: 'ARCHIVED' } });
    const archived = await read(id);
    expect(
      await send('rule/editInstitution', { ...terms({ name }), id, version: archived.version }),
    ).toMatchObject({
      code: 406,
    });
  });

  test('rules around the one that is kept get keys of their own', async () => {
    const first = await add();
    const kept = { key: first.newest.rules[0]?.key, conditions: perPayment(5_000) };
    const rules = [{ conditions: perPayment(6_000) }, kept, { conditions: perPayment(7_000) }];
    const { id, version, name } = first;
    const { newest } = await result('rule/editInstitution', { ...terms({ name, rules }), id, version });
    const keys = newest.rules.map(({ key }) => key);
    expect(keys[1]).toBe(kept.key);
    expect(new Set(keys).size).toBe(3);
  });

  test('an enabled one without changes has nothing to hand in', async () => {
    const enabled = await publish();
    expect(await act('submit', enabled)).toMatchObject({ code: 406, msg: '没有待提交的修改' });
    expect(await act('archive', await read(enabled.id))).toMatchObject({ code: 406 });
    await end(enabled);
  });

  test('a name is taken while its 制度 is not archived', async () => {
    const name = '占用的名称';
    const first = await add({ name });
    expect(await send('rule/addInstitution', terms({ name }))).toMatchObject({
      msg: '制度名称已存在',
      result: { issues: [{ path: 'name', message: '制度名称已存在' }] },
    });
    await act('archive', first);
    expect(await send('rule/addInstitution', terms({ name }))).toMatchObject({ code: 200 });
  });
});

describe('another process', () => {
  test('declines and pays by a publication of this one at once', async () => {
    const other = await startService(api.databaseUrl);
    try {
      const { token } = await operator(api, '另一进程', { permissions: ['consumption.view'] });
      const pay = async () => {
        const answer = await fetch(`${other.url}/xyxlx/dev/pay`, {
          method: 'POST',
          headers: { Authorization: token, 'Content-Type': 'application/json' },
          body: JSON.stringify({ employeeId: employee.id, amount: 1, category: 'HOTEL' }),
        });
        return ((await answer.json()) as { code: number }).code;
      };
      // The other process remembers the rules from here on.
      expect(await pay()).toBe(200);
      const published = await publish({ categories: ['MEAL'] });
      expect(await pay()).toBe(406);
      await end(published);
      expect(await pay()).toBe(200);
    } finally {
      other.process.kill('SIGKILL');
      await other.ended;
    }
  });
});

describe('a trial', () => {
  const lunch = [
    { factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] },
    { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
  ];

  test('example 3: to the millisecond of Asia/Shanghai', async () => {
    const published = await publish({ name: '午餐', rules: [{ conditions: lunch }] });
    const outcomes = [];
    for (const at of ['02:59:59.999', '03:00:00.000', '05:59:59.999', '06:00:00.000']) {
      outcomes.push(await tryPayment({ at: `2026-11-20T${at}Z` }));
    }
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['DECLINED', 'PASS', 'PASS', 'DECLINED']);
    expect(outcomes[3]?.reasons).toMatchObject([
      { code: 'TIME', words: '制度「午餐」仅 11:00–14:00 可用，本次 14:00' },
    ]);
    await end(published);
  });

  test('examples 3 and 4: the State Council’s calendar, and the tenant’s above it', async () => {
    const published = await publish({
      rules: [
        { conditions: lunch },
        {
          conditions: [
            { factor: 'TIME', operator: 'IN', value: [{ from: '22:00', to: '02:00' }] },
            { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
          ],
        },
      ],
    });
    const at = async (instant: string) => (await tryPayment({ at: instant })).outcome;
    expect(await at('2026-09-20T04:00:00Z')).toBe('PASS');
    expect(await at('2026-10-10T04:00:00Z')).toBe('PASS');
    expect(await at('2026-09-30T17:30:00Z')).toBe('PASS');
    expect(await at('2026-09-30T18:00:00Z')).toBe('DECLINED');
    const holiday = await tryPayment({ at: '2026-10-05T04:00:00Z' });
    expect(holiday.reasons[0]).toMatchObject({
      code: 'DAY_KIND',
      words: `制度「${published.name}」仅工作日可用，2026-10-05 为国庆节`,
    });
    const { tenantId } = employee;
    await api.deps.database.prisma.workDay.create({
      data: { tenantId, day: new Date('2026-10-05'), kind: 'WORK', name: '补班' },
    });
    expect(await at('2026-10-05T04:00:00Z')).toBe('PASS');
    await end(published);
  });

  test('facts of the payee are its record’s where the trial names none', async () => {
    const { prisma } = api.deps.database;
    const { tenantId } = employee;
    const payee = await prisma.merchant.findFirstOrThrow({ where: { tenantId, mcc: '7011' } });
    const published = await publish({
      rules: [{ conditions: [{ factor: 'MCC', operator: 'NOT_IN', value: ['7011'] }] }],
    });
    expect(await tryPayment({ mcc: '5812' })).toMatchObject({ outcome: 'PASS' });
    expect((await tryPayment({ payeeMerchantId: payee.id })).reasons).toMatchObject([
      { code: 'MCC', words: `制度「${published.name}」不支持该商户类别（7011）` },
    ]);
    expect(await tryPayment({ payeeMerchantId: payee.id, mcc: '5812' })).toMatchObject({ outcome: 'PASS' });
    await end(published);
  });

  test('says in English what it says in Chinese', async () => {
    const published = await publish({ name: 'Lunch', rules: [{ conditions: lunch }] });
    const { body } = await api.call(
      'rule/tryPayment',
      { employeeId: employee.id, amount: 100, category: 'MEAL', at: '2026-11-20T06:00:00Z' },
      maker,
      { 'Accept-Language': 'en' },
    );
    expect(body.result.reasons[0].words).toBe('Policy "Lunch" is for 11:00–14:00 alone, this is 14:00');
    await end(published);
  });
});

describe('what a version says', () => {
  test('keeps the order of its conditions when it is read, edited and assigned', async () => {
    const { merchantId } = employee;
    const written = [
      { factor: 'PER_DAY', operator: 'LE', value: 8_000 },
      { factor: 'CHANNEL', operator: 'IN', value: ['WECHAT'] },
      { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
      { factor: 'CATEGORY', operator: 'IN', value: ['HOTEL', 'MEAL'] },
    ];
    const rules = [{ conditions: written }];
    const first = await add({ rules });
    const said = ({ newest }: InstitutionDetail) => newest.rules[0];
    expect(said(first)).toMatchObject({
      conditions: written,
      sentence: '每日不超过 80.00 元，渠道限微信支付，单笔不超过 50.00 元，类目限酒店、餐饮',
    });
    const { id, version, name } = first;
    const again = { ...terms({ name, rules }), id, version, priority: 7 };
    const edited = await result('rule/editInstitution', again);
    expect(said(edited)?.conditions).toEqual(written);
    const { prisma } = api.deps.database;
    const log = await prisma.operationLog.findFirstOrThrow({
      where: { targetId: id, action: 'editInstitution' },
    });
    expect(Object.keys(log.after as object)).not.toContain('rules');
    const scopes = [{ kind: 'MERCHANT', id: merchantId }];
    await send('rule/assignInstitution', { ids: [id], scopes, change: 'ADD', reason: '加入' });
    expect(said(await read(id))?.conditions).toEqual(written);
  });

  test('tells the names of all that its scopes and conditions mean by an id', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, merchantId } = employee;
    const brands = await prisma.brand.findMany({ where: { tenantId }, orderBy: { id: 'asc' }, take: 4 });
    const people = await prisma.employee.findMany({
      where: { tenantId },
      orderBy: { id: 'asc' },
      take: 5,
    });
    const merchant = await prisma.merchant.findFirstOrThrow({ where: { tenantId, id: merchantId } });
    const { newest } = await add({
      scopes: [
        { kind: 'MERCHANT', id: merchantId },
        { kind: 'EMPLOYEE', ids: people.map(({ id }) => id), excluded: true },
      ],
      rules: [
        { conditions: [{ factor: 'BRAND', operator: 'NOT_IN', value: brands.map(({ id }) => id) }] },
        { conditions: [{ factor: 'MERCHANT', operator: 'IN', value: [merchantId] }] },
      ],
    });
    const named = [merchant, ...people, ...brands].map(({ id, name }) => ({ id, name }));
    expect(newest.named).toHaveLength(10);
    expect(newest.named).toEqual(expect.arrayContaining(named));
    const [first, second, third] = brands.map(({ name }) => name);
    expect(newest.rules.map(({ sentence }) => sentence)).toEqual([
      `品牌不含${first}、${second}、${third} 等 4 个`,
      `商户限${merchant.name}`,
    ]);
  });
});

test('employees out of the reader’s sight are counted, not named', async () => {
  const { prisma } = api.deps.database;
  const { tenantId, merchantId } = employee;
  const other = await prisma.employee.findFirstOrThrow({
    where: { tenantId, merchantId: { not: merchantId } },
  });
  const ids = [employee.id, other.id];
  const { id } = await add({ scopes: [{ kind: 'EMPLOYEE', ids }] });
  const { token } = await operator(api, '单商户查看', {
    permissions: ['rule.view'],
    dataScope: 'MERCHANTS',
    merchantIds: [merchantId],
  });
  const { name } = await prisma.employee.findFirstOrThrow({ where: { tenantId, id: employee.id } });
  const seen = { scopes: [{ ids, name: `${name} 等 2 人` }], named: [{ id: employee.id, name }] };
  expect((await send('rule/getInstitution', { id }, token)).result.newest).toMatchObject(seen);
  expect((await send('rule/queryVersion', { id }, token)).result.list).toMatchObject([seen]);
});

describe('what no version may say', () => {
  test.each([
    [{ validTo: '2026-01-02', validFrom: '2026-01-01' }, '有效期已过', ['validTo']],
    [
      {
        rules: [
          { conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] },
          { conditions: [{ factor: 'CATEGORY', operator: 'IN', value: ['HOTEL'] }] },
        ],
      },
      '条件互相矛盾，规则 2 永不成立',
      ['rules.1'],
    ],
    [
      { rules: [{ conditions: [{ factor: 'BRAND', operator: 'IN', value: [crypto.randomUUID()] }] }] },
      '记录不存在',
      [],
    ],
    [{ scopes: [{ kind: 'COMPANY', id: crypto.randomUUID() }] }, '记录不存在', []],
  ])('%j is refused: %s, at %j', async (given, msg, paths) => {
    const { result: told, ...refusal } = await send('rule/addInstitution', terms(given));
    expect(refusal).toMatchObject({ code: 406, msg });
    expect(told?.issues ?? []).toEqual(paths.map((path) => ({ path, message: msg })));
  });

  test('another tenant’s employee, merchant and brand are records that do not exist', async () => {
    const { prisma } = api.deps.database;
    const other = { tenant: { code: 'beichen' } };
    const theirs = await prisma.employee.findFirstOrThrow({ where: { merchant: other } });
    const brand = await prisma.brand.findFirstOrThrow({ where: other });
    const one = (factor: string, id: string) => [{ conditions: [{ factor, operator: 'IN', value: [id] }] }];
    for (const given of [
      { scopes: [{ kind: 'EMPLOYEE', ids: [employee.id, theirs.id] }] },
      { scopes: [{ kind: 'MERCHANT', id: theirs.merchantId }] },
      { rules: one('MERCHANT', theirs.merchantId) },
      { rules: one('BRAND', brand.id) },
    ]) {
      expect(await send('rule/addInstitution', terms(given))).toMatchObject({ code: 406, msg: '记录不存在' });
    }
  });

  test.each([
    [{ factor: 'TIME', operator: 'IN', value: [{ from: '09:00', to: '24:00' }] }],
    [{ factor: 'TIME', operator: 'IN', value: [{ from: '9:5', to: '10:00' }] }],
    [{ factor: 'MCC', operator: 'IN', value: ['58'] }],
    [{ factor: 'MCC', operator: 'IN', value: ['5814-5811'] }],
    [{ factor: 'CITY', operator: 'IN', value: ['31011'] }],
    [{ factor: 'PER_DAY', operator: 'LE', value: 0 }],
    [{ factor: 'PER_DAY', operator: 'LE', value: 1.5 }],
    [{ factor: 'PER_DAY', operator: 'LE', value: 1e13 }],
    [{ factor: 'PER_DAY', operator: 'IN', value: [1] }],
    [{ factor: 'BRAND', operator: 'IN', value: [] }],
    [{ factor: 'COLOUR', operator: 'IN', value: ['red'] }],
  ])('the condition %j is no form of the contract (400)', async (condition) => {
    const before = await api.deps.database.prisma.institution.count();
    const rules = [{ conditions: [condition] }];
    expect(await send('rule/addInstitution', terms({ rules }))).toMatchObject({ code: 400 });
    expect(await api.deps.database.prisma.institution.count()).toBe(before);
  });

  test('51 rules are too many, 50 are not', async () => {
    const rule = { conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] };
    const rules = Array.from({ length: 51 }, () => rule);
    expect(await send('rule/addInstitution', terms({ rules }))).toMatchObject({ code: 400 });
    expect(await send('rule/addInstitution', terms({ rules: rules.slice(1) }))).toMatchObject({ code: 200 });
  });

  test('whoever sees one merchant can write 制度 for its people alone', async () => {
    const { merchantId } = employee;
    const { token } = await operator(api, '单商户规则', {
      permissions: ['rule.view', 'rule.edit'],
      dataScope: 'MERCHANTS',
      merchantIds: [merchantId],
    });
    const from = (scopes: object[]) => send('rule/addInstitution', terms({ scopes }), token);
    expect(await from([{ kind: 'MERCHANT', id: merchantId }])).toMatchObject({ code: 200 });
    const atWork = { merchantId, state: 'ACTIVE' } as const;
    expect((await send('rule/previewScope', {}, token)).result).toMatchObject({
      covered: 0,
      uncovered: await api.deps.database.prisma.employee.count({ where: atWork }),
    });
    for (const scope of [{ kind: 'ALL' }, { kind: 'GRADE', value: 'P5' }]) {
      expect(await from([scope])).toMatchObject({ code: 406, msg: '超出您的数据范围' });
    }
    const elsewhere = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId: employee.tenantId, id: { not: merchantId } },
    });
    expect(await from([{ kind: 'MERCHANT', id: elsewhere.id }])).toMatchObject({ msg: '记录不存在' });
    // What covers everybody covers people out of sight, too, and does not tell of them.
    const forAll = await add({ scopes: [{ kind: 'ALL' }] });
    const outside = await api.deps.database.prisma.employee.findFirstOrThrow({
      where: { tenantId: employee.tenantId, merchantId: { not: merchantId }, state: 'ACTIVE' },
    });
    const covering = async (employeeId: string) =>
      (await send('rule/queryInstitution', { employeeId }, token)).result.list.map(
        ({ id }: { id: string }) => id,
      );
    expect(await covering(employee.id)).toContain(forAll.id);
    expect(await covering(outside.id)).toEqual([]);
    const { companyId } = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { id: merchantId },
    });
    expect(await from([{ kind: 'COMPANY', id: companyId }])).toMatchObject({ msg: '超出您的数据范围' });
  });
});

describe('the database', () => {
  const sql = (text: string) => api.deps.database.prisma.$executeRawUnsafe(text);

  test('publishes no version without an approval, and changes none outside its draft', async () => {
    const added = await add();
    await act('submit', added);
    const where = `WHERE institution_id = '${added.id}'`;
    await expect(
      sql(`UPDATE institution_versions SET state = 'PUBLISHED', published_at = now() ${where}`),
    ).rejects.toThrow('published only as approved');
    await expect(sql(`UPDATE institution_versions SET priority = 2 ${where}`)).rejects.toThrow(
      'only a draft',
    );
    await expect(
      sql(`UPDATE rule_conditions SET value = '9' WHERE version_id = '${added.newest.id}'`),
    ).rejects.toThrow('refuse_outside_draft');
    await expect(
      sql(`DELETE FROM institution_scopes WHERE version_id = '${added.newest.id}'`),
    ).rejects.toThrow('refuse_outside_draft');
    await expect(sql(`DELETE FROM institution_versions ${where}`)).rejects.toThrow('only a draft');
  });

  test('takes no version beside the published one without an approval, no operator that is not the factor’s, no 51st rule', async () => {
    const published = await publish();
    const columns = 'institution_id, tenant_id, no, priority, excess, valid_from, sha256';
    const copy = `SELECT institution_id, tenant_id, 9, priority, excess, valid_from, sha256 FROM institution_versions WHERE id = '${published.newest.id}'`;
    await sql(`INSERT INTO institution_versions (${columns}) ${copy}`);
    await expect(
      sql(
        `UPDATE institution_versions SET state = 'PUBLISHED', published_at = now() WHERE institution_id = '${published.id}' AND no = 9`,
      ),
    ).rejects.toThrow('DRAFT can not become PUBLISHED');
    await sql(`DELETE FROM institution_versions WHERE institution_id = '${published.id}' AND no = 9`);
    const added = await add();
    await expect(
      sql(`UPDATE rule_conditions SET operator = 'IN' WHERE version_id = '${added.newest.id}'`),
    ).rejects.toThrow('rule_conditions_operator');
    await expect(
      sql(
        `INSERT INTO usage_rules (tenant_id, version_id, seq) SELECT tenant_id, version_id, 51 FROM usage_rules WHERE version_id = '${added.newest.id}'`,
      ),
    ).rejects.toThrow('usage_rules_seq');
    await end(published);
  });
});

describe('people without a 制度', () => {
  test('are declined once a checker has agreed to it', async () => {
    expect(await result('rule/getSetting', {})).toEqual({
      id: null,
      withoutRule: 'ALLOW',
      proposed: null,
      version: 0,
    });
    const change = { withoutRule: 'DECLINE', version: 0, reason: '收紧' };
    expect(await result('rule/editSetting', change)).toMatchObject({
      withoutRule: 'ALLOW',
      proposed: 'DECLINE',
    });
    expect(await tryPayment()).toMatchObject({ outcome: 'PASS' });
    const row = await api.deps.database.prisma.ruleSetting.findUniqueOrThrow({
      where: { tenantId: employee.tenantId },
    });
    await expect(
      api.deps.database.prisma
        .$executeRaw`UPDATE rule_settings SET without_rule = 'DECLINE', version = 2 WHERE tenant_id = ${employee.tenantId}::uuid`,
    ).rejects.toThrow('only as approved');
    expect(await result('rule/getSetting', {})).toMatchObject({ id: row.id });
    expect(
      await result('approval/getSubjectApproval', { subjectType: 'ruleSetting', subjectId: row.id }, checker),
    ).toMatchObject({ changes: [{ field: 'withoutRule', before: '允许支付', after: '拒付' }] });
    expect(await decide(row, 'approve')).toMatchObject({ code: 200 });
    expect(await tryPayment()).toMatchObject({
      outcome: 'DECLINED',
      reasons: [{ code: 'NO_RULE', words: '未配置适用的制度' }],
    });
    const back = { withoutRule: 'ALLOW', version: 2, reason: '放宽' };
    await result('rule/editSetting', back);
    await decide(row, 'approve');
    expect(await tryPayment()).toMatchObject({ outcome: 'PASS' });
  });
});

describe('many at once', () => {
  test('assigning makes and hands in new versions of what is published, changes drafts, refuses the archived', async () => {
    const enabled = await publish();
    const draft = await add();
    const archived = await add();
    await act('archive', archived);
    const line = { kind: 'LABEL', value: '销售' };
    const ids = [enabled.id, draft.id, archived.id];
    const assigned = await result<{ rows: { ok: boolean; message: string }[] }>('rule/assignInstitution', {
      ids,
      scopes: [line],
      change: 'ADD',
      reason: '扩大范围',
    });
    expect(assigned.rows.map(({ ok, message }) => [ok, message])).toEqual([
      [true, ''],
      [true, ''],
      [false, '归档制度不能指派'],
    ]);
    expect(await read(enabled.id)).toMatchObject({
      next: { no: 2, state: 'SUBMITTED' },
      newest: { scopes: [{ kind: 'EMPLOYEE' }, { kind: 'LABEL', name: '销售' }] },
    });
    expect(await read(draft.id)).toMatchObject({
      state: 'DRAFT',
      newest: { no: 1, scopes: [{}, { kind: 'LABEL' }] },
    });
    expect(
      (
        await result<{ rows: object[] }>('rule/assignInstitution', {
          ids: [draft.id, enabled.id],
          scopes: [line, { kind: 'EMPLOYEE', ids: [employee.id] }],
          change: 'REMOVE',
          reason: '收回',
        })
      ).rows,
    ).toMatchObject([{ message: '范围不能为空' }, { message: '已提交审批，请勿重复提交' }]);
    await end(enabled);
  });
});

describe('whom it covers', () => {
  test('a preview counts who is covered, and who by nothing at all', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, merchantId } = employee;
    const atWork = await prisma.employee.count({ where: { tenantId, state: 'ACTIVE' } });
    const ofMerchant = await prisma.employee.count({ where: { tenantId, merchantId, state: 'ACTIVE' } });
    const scopes = [
      { kind: 'MERCHANT', id: merchantId },
      { kind: 'EMPLOYEE', ids: [employee.id], excluded: true },
    ];
    expect(await result('rule/previewScope', { scopes })).toMatchObject({
      covered: ofMerchant - 1,
      uncovered: atWork - ofMerchant + 1,
    });
    const published = await publish();
    expect(await result('rule/previewScope', { scopes })).toMatchObject({ uncovered: atWork - ofMerchant });
    expect(await result('rule/previewScope', { id: published.id })).toMatchObject({
      covered: 1,
      firstCovered: [{ id: employee.id }],
      uncovered: atWork - 1,
      coveredAlone: 1,
    });
    const { id, version, name } = published;
    // What judges is what would no longer do so, whatever its next version is going to say.
    await result('rule/editInstitution', { ...terms({ name, scopes: [{ kind: 'ALL' }] }), id, version });
    expect(await result('rule/previewScope', { id })).toMatchObject({ covered: atWork, coveredAlone: 1 });
    const other = await publish({ scopes });
    expect(await result('rule/previewScope', { id })).toMatchObject({ coveredAlone: 1 });
    expect(await result('rule/previewScope', { id: other.id })).toMatchObject({
      coveredAlone: ofMerchant - 1,
    });
    const both = await publish({ scopes: [{ kind: 'MERCHANT', id: merchantId }] });
    expect(await result('rule/previewScope', { id })).toMatchObject({ coveredAlone: 0 });
    expect(await result('rule/previewScope', { id: both.id })).toMatchObject({ coveredAlone: 0 });
    await end(both);
    await end(other);
    expect(
      (await result<{ list: object[] }>('rule/queryInstitution', { keyword: published.name })).list,
    ).toMatchObject([{ id: published.id, people: 1, state: 'ENABLED' }]);
    await end(published);
  });

  test('a preview counts as a payment would judge each person, and names the first twenty, merchant after merchant', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, merchantId } = employee;
    const everybody = () =>
      prisma.employee.findMany({
        where: { tenantId, state: 'ACTIVE' },
        orderBy: [{ merchantId: 'asc' }, { id: 'asc' }],
      });
    const atWork = await everybody();
    const [one, two] = atWork.filter((person) => person.merchantId === merchantId).map(({ id }) => id) as [
      string,
      string,
    ];
    await prisma.employee.updateMany({
      where: { tenantId, id: { in: atWork.filter((_, n) => n % 3 === 0).map(({ id }) => id) } },
      data: { labels: ['夜班'], grade: 'P9' },
    });
    await prisma.employee.updateMany({ where: { tenantId, id: two }, data: { labels: ['夜班', '外包'] } });
    const departed = await prisma.employee.findFirstOrThrow({
      where: { tenantId, state: 'ACTIVE', departmentId: { not: null }, merchantId: { not: merchantId } },
    });
    const department = { kind: 'DEPARTMENT', id: departed.departmentId as string };
    const above = new Map(
      (await prisma.department.findMany({ where: { tenantId } })).map(({ id, parentId }) => [id, parentId]),
    );
    const within = (id: string | null): string[] =>
      id === null ? [] : [id, ...within(above.get(id) ?? null)];
    const payers = (await everybody()).map(({ id, departmentId, ...person }) => ({
      ...person,
      employeeId: id,
      departmentIds: within(departmentId),
      companyIds: [],
    }));
    const forms = [
      [{ kind: 'LABEL', value: '夜班' }],
      [
        { kind: 'LABEL', value: '夜班' },
        { kind: 'LABEL', value: '外包', excluded: true },
      ],
      [
        { kind: 'GRADE', value: 'P9' },
        { kind: 'EMPLOYEE', ids: [one, two] },
      ],
      [{ kind: 'ALL' }, { kind: 'EMPLOYEE', ids: [one, two], excluded: true }],
      [department, { kind: 'GRADE', value: 'P9', excluded: true }],
      [{ kind: 'MERCHANT', id: merchantId }, department, { kind: 'LABEL', value: '外包' }],
    ];
    for (const scopes of forms) {
      const lines = linesOf(scopes as Parameters<typeof linesOf>[0]);
      const idsOf = (is: boolean) =>
        payers.filter((payer) => covers(lines, payer) === is).map(({ employeeId }) => employeeId);
      const [covered, others] = [idsOf(true), idsOf(false)];
      expect(covered.length).toBeGreaterThan(0);
      const preview = await result<{ covered: number; uncovered: number } & Record<string, { id: string }[]>>(
        'rule/previewScope',
        { scopes },
      );
      expect({ scopes, covered: preview.covered, uncovered: preview.uncovered }).toEqual({
        scopes,
        covered: covered.length,
        uncovered: atWork.length - covered.length,
      });
      expect(preview.firstCovered?.map(({ id }) => id)).toEqual(covered.slice(0, 20));
      expect(preview.firstUncovered?.map(({ id }) => id)).toEqual(others.slice(0, 20));
    }
  });

  test('companies and departments are meant with those below them', async () => {
    const { prisma } = api.deps.database;
    const { tenantId } = employee;
    const top = await prisma.company.findFirstOrThrow({ where: { tenantId, parentId: null } });
    const all = await prisma.employee.count({ where: { tenantId, state: 'ACTIVE' } });
    expect(await result('rule/previewScope', { scopes: [{ kind: 'COMPANY', id: top.id }] })).toMatchObject({
      covered: all,
    });
    const child = await prisma.department.findFirstOrThrow({
      where: { tenantId, parentId: { not: null }, employees: { some: { state: 'ACTIVE' } } },
    });
    const inIt = await prisma.employee.findFirstOrThrow({
      where: { departmentId: child.id, state: 'ACTIVE' },
    });
    const scopes = [{ kind: 'DEPARTMENT', id: child.parentId }];
    const published = await publish({ scopes });
    const listed = await result<{ list: { id: string }[] }>('rule/queryInstitution', { employeeId: inIt.id });
    expect(listed.list.map(({ id }) => id)).toContain(published.id);
    expect(await tryPayment({ employeeId: inIt.id, amount: 100 })).toMatchObject({
      institution: { id: published.id },
    });
    await end(published);
  });
});

describe('overlaps', () => {
  test('name what never decides, what is the same, what ends soon and whom nothing covers', async () => {
    const cap = (value: number) => [{ conditions: [{ factor: 'PER_DAY', operator: 'LE', value }] }];
    const all = [{ kind: 'ALL' }];
    const today = shanghaiDay(api.clock.businessNow());
    const wide = await publish({ scopes: all, rules: cap(5_000), priority: 1 });
    const narrow = await publish({ scopes: all, rules: cap(4_000), priority: 2, validTo: today });
    const same = await add({ scopes: all, rules: cap(5_000), priority: 3 });
    type Overlap = { kind: string; institution: { id: string } | null; other: { id: string } | null };
    const found = await result<Overlap[]>('rule/explainOverlap', {});
    expect(found).toMatchObject([
      { kind: 'SHADOWED', institution: { id: narrow.id }, other: { id: wide.id } },
      { kind: 'EXPIRING', institution: { id: narrow.id } },
    ]);
    const ofDraft = await result<Overlap[]>('rule/explainOverlap', { id: same.id });
    expect(ofDraft).toMatchObject([
      { kind: 'DUPLICATE', institution: { id: same.id }, other: { id: wide.id } },
      { kind: 'TIGHTER', institution: { id: same.id }, other: { id: narrow.id } },
    ]);
    await end(wide);
    await end(narrow);
    const few = await publish();
    const atWork = await api.deps.database.prisma.employee.count({
      where: { tenantId: employee.tenantId, state: 'ACTIVE' },
    });
    expect(await result('rule/explainOverlap', {})).toMatchObject([
      { kind: 'GAP', words: `无制度覆盖 ${atWork - 1} 人` },
    ]);
    await end(few);
  });
});
