import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { companyId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { paidThen, riskPayer } from '../../../../../../tests/support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
let inboxId: string;
beforeAll(async () => {
  api = await startTestApi();
  const officer = await operator(api, '合规专员', {
    permissions: ['compliance.view', 'compliance.settings', 'compliance.audit'],
  });
  token = officer.token;
  inboxId = await riskInbox(api, officer.session.userId);
});
afterAll(() => api.close());

const act = async (action: string, input: object, headers = {}) =>
  (await api.call(`compliance/${action}`, input, token, headers)).body;
const start = (versionId: string, from: string, to: string) =>
  act('startBacktest', { versionId, from, to }, { 'Idempotency-Key': crypto.randomUUID() });

test('the past is looked at by a version beside the enabled one, and what is found can be judged', async () => {
  const split = riskTemplates.find(({ code }) => code === 'SPLIT')?.expression;
  const old = await enabledRule(api, inboxId, split ?? {});
  const { ruleId } = await api.deps.database.prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: old } },
  });
  const { result: rule } = await act('getRule', { id: ruleId });
  const looser = { ...split, when: { of: 'count', op: 'GE', value: 2 } };
  const edit = {
    id: ruleId,
    version: rule.version,
    name: '化整为零',
    score: 60,
    severity: 'HIGH',
    action: 'ALERT',
    inboxId,
  };
  const { result: edited } = await act('editRule', { ...edit, expression: looser });
  const versionId = edited.versions[0].id;
  const paid = (day: number, hour: number) => ({
    amount: 400_000,
    at: `2018-05-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`,
  });
  const three = await riskPayer(api, '2018-01-01');
  await paidThen(api, three, [paid(3, 1), paid(3, 2), paid(3, 3)]);
  const two = await riskPayer(api, '2018-01-01');
  await paidThen(api, two, [paid(10, 23), paid(11, 1)]);

  const { result: begun } = await start(versionId, '2018-05-02T00:00:00Z', '2018-05-12T00:00:00Z');
  expect(begun.jobId).toBeTruthy();
  const done = await eventually(
    async () => {
      const { result } = await act('getBacktest', { versionId });
      expect(result.state).toBe('DONE');
      return result;
    },
    { timeout: 60_000 },
  );
  // Of the three the looser one is heard at the second payment, and is quiet then; the enabled one at the third.
  expect(done).toMatchObject({
    againstId: old,
    outcome: {
      ...{ hits: 2, subjects: 2, both: 0, onlyNew: 2, onlyOld: 1 },
      byDay: [
        { day: '2018-05-03', hits: 1 },
        { day: '2018-05-11', hits: 1 },
      ],
      byScore: [{ from: 60, subjects: 2 }],
    },
    precision: null,
  });
  const { result: hits } = await act('queryBacktestHit', {
    id: begun.backtestId,
    side: ['NEW'],
    sample: true,
  });
  expect(hits.list).toMatchObject([
    {
      subjectId: three.id,
      subjectName: expect.stringMatching(/^\S+ .\*\*$/),
      amount: 800_000,
      facts: [
        { kind: 'COUNT', source: 'PAYMENT', value: 2, asked: [{ op: 'GE', value: 2 }] },
        { kind: 'SUM' },
      ],
      label: null,
    },
    { subjectId: two.id, at: '2018-05-11T01:00:00.000Z' },
  ]);
  await act('labelHit', { id: hits.list[0].id, outcome: 'FALSE' });
  expect((await act('labelHit', { id: hits.list[0].id, outcome: 'FRAUD' })).result).toMatchObject({
    label: 'FRAUD',
  });
  const { result: judged } = await act('getBacktest', { versionId });
  expect(judged.precision).toMatchObject({ labelled: 1, positive: 1 });

  // What an edited draft saw of a hit has no name any more; the enabled version still says what it says.
  const { result: later } = await act('getRule', { id: ruleId });
  const other = { ...looser, aggregates: [{ kind: 'MAX', name: 'count' }] };
  expect((await act('editRule', { ...edit, version: later.version, expression: other })).code).toBe(200);
  const seenBy = async (side: string) =>
    (await act('queryBacktestHit', { id: begun.backtestId, side: [side] })).result.list[0].facts;
  expect(await seenBy('NEW')).toEqual([]);
  expect(await seenBy('OLD')).toMatchObject([
    { kind: 'COUNT', value: 3, asked: [{ op: 'GE', value: 3 }] },
    { kind: 'SUM', value: 1_200_000 },
  ]);
});

test('a rolling window stays quiet over the end of the days that are looked at one by one', async () => {
  const often = {
    ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'ROLLING', minutes: 60 } },
    aggregates: [{ kind: 'COUNT', name: 'count' }],
    when: { of: 'count', op: 'GE', value: 2 },
  };
  const versionId = await enabledRule(api, inboxId, often);
  const payer = await riskPayer(api, '2018-01-01');
  const times = ['01T23:40', '01T23:50', '02T00:10', '02T00:49', '02T00:50'];
  await paidThen(
    api,
    payer,
    times.map((time) => ({ at: `2018-07-${time}:00Z` })),
  );
  const { result: begun } = await start(versionId, '2018-07-01T00:00:00Z', '2018-07-03T00:00:00Z');
  await eventually(
    async () => {
      expect((await act('getBacktest', { versionId })).result.state).toBe('DONE');
    },
    { timeout: 60_000 },
  );
  const { result } = await act('queryBacktestHit', { id: begun.backtestId, side: ['NEW', 'BOTH'] });
  expect(result.list.map(({ at }: { at: string }) => at).sort()).toEqual([
    '2018-07-01T23:50:00.000Z',
    '2018-07-02T00:50:00.000Z',
  ]);
});

test('who sees a part of the tenant is shown and judges what was found of that part', async () => {
  const [ours, theirs] = [companyId('A', 1), companyId('A', 2)];
  const [own, other] = [
    await riskPayer(api, '2015-01-01', null, ours),
    await riskPayer(api, '2015-01-01', null, theirs),
  ];
  for (const payer of [own, other])
    await paidThen(api, payer, [{ at: '2015-05-10T02:00:00Z', amount: 500_000 }]);
  const versionId = await enabledRule(api, inboxId, riskTemplates[0]?.expression ?? {});
  const { result: begun } = await start(versionId, '2015-05-09T00:00:00Z', '2015-05-12T00:00:00Z');
  await eventually(
    async () => {
      expect((await act('getBacktest', { versionId })).result.state).toBe('DONE');
    },
    { timeout: 60_000 },
  );
  const permissions = ['compliance.view', 'compliance.audit'];
  const ofCompany = await operator(api, '一家公司', {
    permissions,
    dataScope: 'COMPANY_TREE',
    companyId: ours,
  });
  const ofMerchant = await operator(api, '一家商户', {
    ...{ permissions, dataScope: 'MERCHANTS', merchantIds: [other.merchantId] },
  });
  const seen = async (by: string, sample: boolean) => {
    const asked = { id: begun.backtestId, sample };
    return (await api.call('compliance/queryBacktestHit', asked, by)).body.result.list;
  };
  for (const sample of [true, false]) {
    expect(await seen(token, sample)).toHaveLength(2);
    expect(await seen(ofCompany.token, sample)).toMatchObject([{ subjectId: own.id }]);
    expect(await seen(ofMerchant.token, sample)).toMatchObject([{ subjectId: other.id }]);
  }
  const figures = async (by: string) =>
    (await api.call('compliance/getBacktest', { versionId }, by)).body.result;
  const one = { hits: 1, subjects: 1, onlyNew: 1, byDay: [{ day: '2015-05-10', hits: 1 }] };
  expect((await figures(token)).outcome).toMatchObject({ hits: 2, subjects: 2 });
  for (const { token: by } of [ofCompany, ofMerchant]) expect((await figures(by)).outcome).toMatchObject(one);
  const [hit] = await seen(ofCompany.token, true);
  const judge = async (by: string) =>
    (await api.call('compliance/labelHit', { id: hit.id, outcome: 'FALSE' }, by)).body;
  expect(await judge(ofMerchant.token)).toMatchObject({ code: 406, msg: '记录不存在' });
  expect(await judge(ofCompany.token)).toMatchObject({ code: 200, result: { label: 'FALSE' } });
  const { precision } = await figures(ofCompany.token);
  expect(precision).toMatchObject({ labelled: 1, positive: 0 });
  expect((await figures(ofMerchant.token)).precision).toBeNull();
});

test('what a hit of the rule was judged as counts where a look at the past finds the same, the latest word first', async () => {
  const { prisma } = api.deps.database;
  const old = await enabledRule(api, inboxId, riskTemplates[0]?.expression ?? {});
  const { ruleId, expression } = await prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: old } },
  });
  const { result: rule } = await act('getRule', { id: ruleId });
  const terms = { name: '大额', score: 30, severity: 'MEDIUM', action: 'ALERT', inboxId, expression };
  const { result: edited } = await act('editRule', { id: ruleId, version: rule.version, ...terms });
  const versionId = edited.versions[0].id;
  const payers = [await riskPayer(api, '2014-01-01'), await riskPayer(api, '2014-01-01')];
  for (const payer of payers) await paidThen(api, payer, [{ at: '2014-05-10T02:00:00Z', amount: 500_000 }]);
  await start(versionId, '2014-05-09T00:00:00Z', '2014-05-12T00:00:00Z');
  const judged = () =>
    eventually(async () => {
      const { result } = await act('getBacktest', { versionId });
      expect(result.state).toBe('DONE');
      return result;
    });
  const { id, precision } = await judged();
  expect(precision).toBeNull();

  const [found] = await prisma.riskBacktestHit.findMany({
    where: { tenantId, backtestId: id, subjectId: payers[0]?.id ?? '' },
  });
  if (!found) throw new Error('nothing was found');
  const { subjectType, subjectId, key, at, amount } = found;
  /** What a version found of the same, judged as fraud. */
  const fraudOf = async (foundBy: string) => {
    const where = { tenantId_id: { tenantId, id: foundBy } };
    const { ruleId: of } = await prisma.riskRuleVersion.findUniqueOrThrow({ where });
    const hit = await prisma.riskHit.create({
      data: {
        ...{ tenantId, ruleId: of, versionId: foundBy, subjectType, subjectId, key, at, amount, facts: {} },
        ...{
          shadow: false,
          score: 30,
          severity: 'MEDIUM',
          eventType: 'PAYMENT',
          eventId: key,
          createdAt: at,
        },
      },
    });
    const said = {
      tenantId,
      hitId: hit.id,
      labelledBy: '合规专员',
      labelledAt: new Date('2026-01-01T00:00:00Z'),
    };
    await prisma.riskLabel.create({ data: { ...said, source: 'HAND', outcome: 'FRAUD' } });
  };
  await fraudOf(await enabledRule(api, inboxId, riskTemplates[0]?.expression ?? {}));
  expect((await judged()).precision, 'of another rule').toBeNull();
  await fraudOf(old);
  expect((await judged()).precision).toMatchObject({ labelled: 1, positive: 1 });
  const { result: hits } = await act('queryBacktestHit', { id });
  expect(hits.list.map(({ label }: { label: string | null }) => label).toSorted()).toEqual(['FRAUD', null]);
  await act('labelHit', { id: found.id, outcome: 'FALSE' });
  expect((await judged()).precision).toMatchObject({ labelled: 1, positive: 0 });
});

test('one at a time of a version, over 366 days at most', async () => {
  const version = await enabledRule(api, inboxId, riskTemplates[0]?.expression ?? {});
  expect(await start(version, '2018-01-01T00:00:00Z', '2019-01-03T00:00:00Z')).toMatchObject({ code: 400 });
  expect(await start(version, '2018-01-02T00:00:00Z', '2018-01-01T00:00:00Z')).toMatchObject({ code: 400 });
  const answers = await Promise.all(
    [1, 2].map(() => start(version, '2017-01-01T00:00:00Z', '2018-01-01T00:00:00Z')),
  );
  expect(answers.map(({ msg }) => msg).sort()).toEqual(['', '该版本已有回测在运行']);
});
