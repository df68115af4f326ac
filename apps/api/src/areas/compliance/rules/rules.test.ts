import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { enabledRule } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: Awaited<ReturnType<typeof operator>>;
let checker: string;
let viewer: string;
let inboxId: string;
const hour = 3_600_000;
let ahead = 0;

/** Moves business time on: sessions go on. */
function pass(ms: number): void {
  ahead += ms;
  api.clock.setBusinessOffset(ahead);
}

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  const settings = ['compliance.view', 'compliance.settings'];
  maker = await operator(api, '合规专员', { permissions: settings });
  checker = (await operator(api, '合规主管', { permissions: [...settings, 'compliance.decide'] })).token;
  viewer = (await operator(api, '合规查看', { permissions: ['compliance.view'] })).token;
  const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
  const inbox = { name: '一线', memberIds: [maker.session.userId], sla, escalateToId: null };
  inboxId = (await act('addInbox', inbox)).result.id;
});
afterAll(() => api.close());

const act = async (action: string, input: object, token = maker.token) =>
  (await api.call(`compliance/${action}`, input, token)).body;
const [large] = riskTemplates;
const splitting = riskTemplates.find(({ code }) => code === 'SPLIT');
const terms = (more: object = {}) => ({
  ...{ name: '大额', score: 30, severity: 'MEDIUM', action: 'ALERT', inboxId, expression: large?.expression },
  ...more,
});
let made = 0;
const newCode = () => {
  made += 1;
  return `RULE${String.fromCharCode(65 + Math.floor(made / 26), 65 + (made % 26))}`;
};
const add = async (more: object = {}) => (await act('addRule', { code: newCode(), ...terms(more) })).result;
const shadow = (rule: Rule) => act('startShadow', { id: rule.versions[0]?.id, version: rule.version });
const submit = (rule: Rule) =>
  act('submitRule', { id: rule.versions[0]?.id, version: rule.version, reason: '试运行正常' });

interface Rule {
  id: string;
  version: number;
  versions: { id: string; no: number; state: string; online: boolean }[];
}

/** A finished look at the past by the newest version of a rule. */
async function tested(rule: Rule): Promise<void> {
  const { prisma } = api.deps.database;
  const { tenantId } = maker.session;
  const [newest] = rule.versions;
  const version = await prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: newest?.id as string } },
  });
  const at = new Date('2026-01-01');
  await prisma.riskBacktest.create({
    data: {
      ...{
        tenantId,
        ruleId: rule.id,
        versionId: version.id,
        sha256: version.sha256,
        jobId: crypto.randomUUID(),
      },
      ...{ from: at, to: new Date('2026-02-01'), state: 'DONE', outcome: {}, createdAt: at, finishedAt: at },
    },
  });
}

async function decide(subjectId: string, action: 'approve' | 'reject', token: string) {
  const { prisma } = api.deps.database;
  const { tenantId } = maker.session;
  const { id } = await prisma.approval.findFirstOrThrow({
    where: { tenantId, subjectId, state: 'PENDING' },
  });
  return (await api.call(`approval/${action}`, { id, reason: '看过了' }, token)).body;
}

async function handedIn(more: object = {}): Promise<Rule> {
  const { result } = await shadow(await add(more));
  pass(7 * 24 * hour);
  await tested(result);
  const answer = await submit(result);
  expect(answer).toMatchObject({ code: 200 });
  return answer.result;
}

describe('rules', () => {
  test('what nothing understands is refused where it stands, in words', async () => {
    const { expression } = splitting ?? {};
    const bad = (changed: object) =>
      act('addRule', { code: 'BAD', ...terms({ expression: { ...expression, ...changed } }) });
    const comparison = { of: 'count', op: 'GE', value: 3 };
    const group = (one: object) => ({ op: 'AND', all: [one] });
    const among = (n: number) => ({
      field: 'amount',
      op: 'IN',
      value: Array.from({ length: n }, (_, at) => at),
    });
    const aggregate = (kind: string, name: string, more = {}) => ({ kind, name, ...more });
    const ratio = aggregate('RATIO', 'ratio', { part: 'count', whole: 'most' });
    const whole = '格式不正确';
    const refusals: [changed: object, path: string, words: string][] = [
      [{ filters: [{ field: 'colour', op: 'EQ', value: 1 }] }, 'filters.0', whole],
      [{ filters: [{ field: 'amount', op: 'LIKE', value: 1 }] }, 'filters.0', whole],
      [
        { filters: [{ field: 'mcc', op: 'EQ', value: "'; DROP TABLE risk_rules; --" }] },
        'filters.0.value',
        whole,
      ],
      [{ filters: [{ field: 'amount', op: 'GE', value: '1; DROP TABLE risk_rules' }] }, 'filters.0', whole],
      [{ filters: [among(1), among(201)] }, 'filters.1', whole],
      [{ filters: [among(0)] }, 'filters.0.value', '至少 1 项'],
      [
        { filters: Array.from({ length: 11 }, () => ({ field: 'amount', op: 'GE', value: 1 })) },
        'filters',
        '至多 10 项',
      ],
      [{ when: { ...comparison, value: 1.5 } }, 'when', whole],
      [{ when: { ...comparison, value: -1 } }, 'when.value', '至少为 0'],
      [{ when: { ...comparison, of: 'average' } }, 'when', '条件比较的不是所选时间窗的数字'],
      [{ when: group(group(group(group(comparison)))) }, 'when', whole],
      [{ when: { op: 'OR', all: Array.from({ length: 11 }, () => comparison) } }, 'when', whole],
      [
        {
          when: {
            op: 'OR',
            all: [1, 2].map(() => ({ op: 'AND', all: Array.from({ length: 6 }, () => comparison) })),
          },
        },
        'when',
        '条件至多 10 项',
      ],
      [{ window: { kind: 'ROLLING', minutes: 0 } }, 'window.minutes', '至少为 1'],
      [{ window: { kind: 'ROLLING', minutes: 129_601 } }, 'window.minutes', '至多为 129600'],
      [{ window: { kind: 'ROLLING', minutes: 1.5 } }, 'window.minutes', '须为整数'],
      [
        { window: { kind: 'EVENT' }, when: { of: 'amount', op: 'GE', value: 1 } },
        'aggregates',
        '逐次判断没有计算项',
      ],
      [
        { aggregates: ['COUNT', 'SUM'].map((kind) => aggregate(kind, 'count')), when: comparison },
        'aggregates',
        '计算项不得重名',
      ],
      [
        { aggregates: [aggregate('COUNT', 'count'), aggregate('MAX', 'most'), ratio], when: comparison },
        'aggregates.2',
        '两项之比须由排在其前的笔数或合计相除',
      ],
      [
        { aggregates: ['a', 'b', 'c', 'd', 'count'].map((name) => aggregate('COUNT', name)) },
        'aggregates',
        '至多 4 项',
      ],
      [{ source: 'LOTTERY' }, 'source', '须为以下之一：PAYMENT、REFUND、TOP_UP、CARD_EVENT、ADJUSTMENT'],
      [{ subject: undefined }, 'subject', '必填'],
      [{ note: 'one field more' }, '', '未知字段：note'],
    ];
    for (const [changed, path, message] of refusals) {
      const at = ['expression', path].filter(Boolean).join('.');
      expect(await bad(changed), JSON.stringify(changed)).toMatchObject({
        code: 400,
        result: { issues: [{ path: at, message }] },
      });
    }
    const one = (field: string, value: unknown) =>
      act('addRule', { ...terms(), code: 'BAD', [field]: value });
    for (const [field, value, message] of [
      ['code', 'lower', '格式不正确'],
      ['code', 'A', '格式不正确'],
      ['name', '', '至少 1 个字符'],
      ['name', '长'.repeat(41), '至多 40 个字符'],
      ['score', 0, '至少为 1'],
      ['score', 101, '至多为 100'],
      ['score', 1.5, '须为整数'],
      ['severity', 'GRAVE', '须为以下之一：LOW、MEDIUM、HIGH、URGENT'],
      ['action', 'BLOCK', '须为以下之一：ALERT、DECLINE'],
      ['inboxId', 'mine', '格式不正确'],
    ] as const) {
      expect(await one(field, value), field).toMatchObject({
        code: 400,
        result: { issues: [{ path: field, message }] },
      });
    }
    expect((await act('queryRule', { keyword: 'BAD' })).result.list).toEqual([]);
    const fits = { expression: { ...expression, when: group(group(group(comparison))) } };
    expect(await act('addRule', { code: newCode(), ...terms(fits) })).toMatchObject({ code: 200 });
  });

  test('the merchants that its versions name are named', async () => {
    const [first, second] = await api.deps.database.prisma.merchant.findMany({
      where: { tenantId: maker.session.tenantId },
      take: 2,
    });
    const naming = (id?: string) => ({
      expression: { ...large?.expression, filters: [{ field: 'payee', op: 'IN', value: [id] }] },
    });
    const { result: tried } = await shadow(await add(naming(first?.id)));
    const edit = { id: tried.id, version: tried.version, ...terms(naming(second?.id)) };
    const { result: rule } = await act('editRule', edit);
    const named = [first, second].map((one) => ({ id: one?.id, name: one?.name }));
    expect(rule.payees).toHaveLength(2);
    expect(rule.payees).toEqual(expect.arrayContaining(named));
    const { result } = await act('queryRule', { keyword: rule.code });
    expect(result.list).toMatchObject([{ payees: rule.payees }]);
  });

  test('what can never be found, or not while a payment waits, is refused', async () => {
    const { expression } = splitting ?? {};
    const given = (changed: object, more: object = {}) =>
      act('addRule', { code: 'NEVER', ...terms({ expression: { ...expression, ...changed }, ...more }) });
    const never = { code: 406, msg: '规则条件永不成立' };
    const between = (value: [number, number]) => ({ field: 'amount', op: 'BETWEEN', value });
    expect(await given({ filters: [between([1, 5]), between([6, 9])] })).toMatchObject(never);
    expect(await given({ filters: [between([9, 1])] })).toMatchObject(never);
    expect(await given({ filters: [{ field: 'hourOfDay', op: 'GE', value: 24 }] })).toMatchObject(never);
    expect(await given({ subject: 'OPERATOR' })).toMatchObject(never);
    const both = [3, 2].map((value, n) => ({ of: 'count', op: n === 0 ? 'GE' : 'LE', value }));
    expect(await given({ when: { op: 'AND', all: both } })).toMatchObject(never);
    const declining = { action: 'DECLINE' };
    expect(await given({ subject: 'PAYEE' }, declining)).toMatchObject({
      code: 406,
      msg: '表达式无法在线执行：仅员工和预付卡可在线判断',
    });
    expect(await given({ window: { kind: 'ROLLING', minutes: 1441 } }, declining)).toMatchObject({
      code: 406,
    });
    expect((await given({ window: { kind: 'DAY' } })).result.versions[0].online).toBe(false);
  });

  test('a draft is edited in place; what was tried stays, and another version begins beside it', async () => {
    const draft = await add();
    const edit = (rule: Rule, more: object) =>
      act('editRule', { id: rule.id, version: rule.version, ...terms(more) });
    const { result: edited } = await edit(draft, { score: 31 });
    expect(edited.versions).toMatchObject([{ no: 1, state: 'DRAFT', score: 31 }]);
    expect(await edit(draft, { score: 32 })).toMatchObject({
      code: 406,
      msg: '记录已被他人修改，请刷新后重试',
    });
    const { result: tried } = await shadow(edited);
    const { result: next } = await edit(tried, { score: 33 });
    expect(next.versions).toMatchObject([
      { no: 2, state: 'DRAFT', score: 33 },
      { no: 1, state: 'SHADOW', score: 31 },
    ]);
    expect(await shadow(next)).toMatchObject({ code: 406, msg: '该规则已有版本在试运行' });
    const { result: renamed } = await edit(next, { score: 33, name: '另一个名字' });
    expect(renamed).toMatchObject({ name: '另一个名字', versions: [{ no: 2 }, { no: 1 }] });
  });

  test('a version is handed in after a day on trial, a declining one after seven, and after a look at the past', async () => {
    const { result: rule } = await shadow(await add());
    expect(await submit(rule)).toMatchObject({ code: 406, msg: '试运行未满 24 小时' });
    pass(24 * hour - 60_000);
    expect(await submit(rule)).toMatchObject({ code: 406, msg: '试运行未满 24 小时' });
    pass(60_000);
    expect(await submit(rule)).toMatchObject({ code: 406, msg: '请先完成回测' });
    await tested(rule);
    expect(await submit(rule)).toMatchObject({ code: 200, result: { versions: [{ state: 'SUBMITTED' }] } });
    const { result: declining } = await shadow(await add({ action: 'DECLINE' }));
    await tested(declining);
    pass(167 * hour);
    expect(await submit(declining)).toMatchObject({ code: 406, msg: '拒付规则试运行未满 7 天' });
    pass(hour);
    expect(await submit(declining)).toMatchObject({ code: 200 });
  });

  test('another person enables it, and the version before ends with that', async () => {
    const first = await handedIn();
    expect(await decide(first.id, 'approve', maker.token)).toMatchObject({ code: 406 });
    expect(await decide(first.id, 'approve', viewer)).toMatchObject({ code: 406 });
    expect(await decide(first.id, 'approve', checker)).toMatchObject({ code: 200 });
    const { result: enabled } = await act('getRule', { id: first.id });
    expect(enabled.versions).toMatchObject([{ no: 1, state: 'ENABLED' }]);
    const edit = { id: first.id, version: enabled.version, ...terms({ score: 44 }) };
    const { result: tried } = await shadow((await act('editRule', edit)).result);
    pass(24 * hour);
    await tested(tried);
    expect(await submit(tried)).toMatchObject({ code: 200 });
    await decide(first.id, 'approve', checker);
    const { result: after } = await act('getRule', { id: first.id });
    expect(after.versions).toMatchObject([
      { no: 2, state: 'ENABLED' },
      { no: 1, state: 'DISABLED', disableReason: '由新版本取代' },
    ]);
  });

  test('what is sent back stays as it was tried: an edit begins another version', async () => {
    const rule = await handedIn();
    await decide(rule.id, 'reject', checker);
    const { result: back } = await act('getRule', { id: rule.id });
    expect(back.versions).toMatchObject([{ no: 1, state: 'DRAFT' }]);
    const edit = { id: rule.id, version: back.version, ...terms({ score: 45 }) };
    expect((await act('editRule', edit)).result.versions).toMatchObject([
      { no: 2, state: 'DRAFT', score: 45 },
      { no: 1, state: 'DISABLED' },
    ]);
  });

  test('a rule is disabled at once and tried again; one that declines only by who may decide', async () => {
    const { result: rule } = await shadow(await add({ action: 'DECLINE' }));
    const disable = { id: rule.versions[0].id, version: rule.version, reason: '不再需要' };
    expect(await act('disableRule', disable)).toMatchObject({
      code: 406,
      result: { permission: 'compliance.decide' },
    });
    const { result: ended } = await act('disableRule', disable, checker);
    expect(ended.versions).toMatchObject([{ state: 'DISABLED', disableReason: '不再需要' }]);
    expect((await shadow(ended)).result.versions).toMatchObject([{ state: 'SHADOW' }]);
  });

  test('rules are listed by the states of their versions, and are nobody else’s', async () => {
    const { result: rule } = await shadow(await add({ severity: 'URGENT' }));
    const { result } = await act(
      'queryRule',
      { state: ['SHADOW'], severity: ['URGENT'], pageSize: 200 },
      viewer,
    );
    expect(result.list.map(({ id }: Rule) => id)).toContain(rule.id);
    expect(result.list[0]).toMatchObject({
      hitCount: 0,
      precision: null,
      p95Micros: null,
      inbox: { name: '一线' },
    });
    const stranger = (await operator(api, '外人', { permissions: ['compliance.view'] }, 'beichen')).token;
    expect(await act('getRule', { id: rule.id }, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
  });
});

describe('lists', () => {
  const day = 86_400_000;
  const later = (days: number) => new Date(api.clock.businessNow().getTime() + days * day).toISOString();
  const grey = async (more: object = {}) => {
    const { prisma } = api.deps.database;
    const { tenantId } = maker.session;
    const { id } = await prisma.employee.findFirstOrThrow({
      where: { tenantId, state: 'ACTIVE' },
      orderBy: { id: 'desc' },
    });
    return act('addEntry', { list: 'GREY', subjectType: 'EMPLOYEE', subjectId: id, reason: '观察', ...more });
  };

  test('a subject is on a list once at a time, and taken off for a reason', async () => {
    const { result } = await grey();
    const [entry] = result.entries;
    expect(entry).toMatchObject({ list: 'GREY', state: 'ACTIVE', rule: null, validTo: null });
    expect(entry.subjectName).toMatch(/^\S+ .\*\*$/);
    expect(await grey()).toMatchObject({ code: 406, msg: '名单中已存在' });
    const remove = { id: entry.id, version: entry.version, reason: '已查清' };
    expect((await act('removeEntry', remove)).result).toMatchObject({
      state: 'REMOVED',
      removeReason: '已查清',
    });
    expect(await act('removeEntry', { ...remove, version: 2 })).toMatchObject({ code: 406 });
    expect(await grey({ subjectId: crypto.randomUUID() })).toMatchObject({ code: 406, msg: '记录不存在' });
  });

  test('a white entry spares named rules for 180 days at most, once somebody else agrees', async () => {
    const [one, other] = [await add(), await add()];
    const white = (more: object) =>
      grey({ list: 'WHITE', ruleIds: [one.id, other.id], to: later(180), ...more });
    expect(await white({ to: later(181) })).toMatchObject({ code: 406, msg: '白名单不得超过 180 天' });
    expect(await white({ to: undefined })).toMatchObject({ code: 406, msg: '白名单不得超过 180 天' });
    const left = (await act('addRule', { code: 'LEFT', ...terms() })).result;
    expect(await white({ ruleIds: [left.id] })).toMatchObject({ code: 406, msg: '该规则不可豁免' });
    const { result } = await white({ to: later(179) });
    expect(result.entries).toMatchObject([{ state: 'PENDING' }, { state: 'PENDING' }]);
    const { prisma } = api.deps.database;
    const { tenantId } = maker.session;
    const { requestId } = await prisma.riskListEntry.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: result.entries[0].id } },
    });
    expect(await decide(requestId, 'approve', checker)).toMatchObject({ code: 200 });
    const { result: listed } = await act('queryList', { list: 'WHITE', state: ['ACTIVE'] });
    expect(listed.list).toHaveLength(2);
  });

  test('a black entry holds at once, and ends only once somebody else agrees', async () => {
    const { result } = await grey({ list: 'BLACK' });
    const [entry] = result.entries;
    expect(await grey({ list: 'BLACK', subjectType: 'COMPANY' })).toMatchObject({ code: 406 });
    const waiting = await act('removeEntry', { id: entry.id, version: entry.version, reason: '误列' });
    expect(waiting.result).toMatchObject({ state: 'REMOVING' });
    await decide(entry.id, 'reject', checker);
    const { result: kept } = await act('queryList', { list: 'BLACK' });
    expect(kept.list).toMatchObject([{ id: entry.id, state: 'ACTIVE', removeReason: null }]);
    await act('removeEntry', { id: entry.id, version: kept.list[0].version, reason: '误列' });
    await decide(entry.id, 'approve', checker);
    expect((await act('queryList', { list: 'BLACK' })).result.list).toMatchObject([{ state: 'REMOVED' }]);
  });
});

describe('templates', () => {
  test('a draft of each template is made at once, of those whose code no rule has', async () => {
    const stranger = await operator(
      api,
      '另一租户',
      { permissions: ['compliance.view', 'compliance.settings'] },
      'beichen',
    );
    const members = { memberIds: [stranger.session.userId], escalateToId: null };
    const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
    const { result: inbox } = await act('addInbox', { name: '二线', sla, ...members }, stranger.token);
    const begin = (id: string) => act('addTemplateRules', { inboxId: id }, stranger.token);
    const foreign = {
      ...{ code: 406, msg: '记录不存在' },
      result: { issues: [{ path: 'inboxId', message: '记录不存在' }] },
    };
    expect(await begin(inboxId)).toMatchObject(foreign);
    const rule = { ...terms(), code: 'FOREIGN', inboxId };
    expect(await act('addRule', rule, stranger.token)).toMatchObject(foreign);

    const focus = riskTemplates.find(({ code }) => code === 'FOCUS');
    const own = { ...terms(focus), code: 'FOCUS', name: '自己的', inboxId: inbox.id };
    expect(await act('addRule', own, stranger.token)).toMatchObject({ code: 200 });
    const codes = riskTemplates.map(({ code }) => code);
    const others = codes.filter((code) => code !== 'FOCUS');
    expect((await begin(inbox.id)).result).toEqual({ added: others, present: ['FOCUS'] });
    expect((await begin(inbox.id)).result).toEqual({ added: [], present: codes });

    const { result: listed } = await act('queryRule', { pageSize: 200 }, stranger.token);
    const shown = new Map(listed.list.map((rule: { code: string }) => [rule.code, rule]));
    expect(shown.size).toBe(codes.length);
    expect(shown.get('FOCUS')).toMatchObject({ name: '自己的' });
    for (const { code, name, expression, score, severity } of riskTemplates) {
      const version = { no: 1, state: 'DRAFT', expression, score, severity, action: 'ALERT' };
      const versions = code === 'FOCUS' ? [{ no: 1, state: 'DRAFT' }] : [version];
      expect(shown.get(code)).toMatchObject({
        inbox: { id: inbox.id },
        versions,
        ...(code !== 'FOCUS' && { name }),
      });
    }
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId: stranger.session.tenantId, action: 'addTemplateRules', result: 'SUCCESS' },
    });
    expect(logged.map(({ targetLabel }) => targetLabel).sort()).toEqual([...others].sort());
  });

  test('two who begin at once make one rule of each template', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => act('addTemplateRules', { inboxId })));
    const added = answers.flatMap(({ result }) => result.added);
    const { result: listed } = await act('queryRule', { pageSize: 200 });
    const there = listed.list.map(({ code }: { code: string }) => code);
    for (const { code } of riskTemplates) expect(there.filter((one: string) => one === code)).toHaveLength(1);
    expect(new Set(added).size).toBe(added.length);
  });
});

test('who changes a draft is a maker of what is handed in, as who wrote it', async () => {
  const other = await operator(api, '合规专员二', {
    permissions: ['compliance.view', 'compliance.settings'],
  });
  const { id, version } = await add();
  const edited = await act('editRule', { id, version, ...terms({ score: 31 }) }, other.token);
  expect(edited).toMatchObject({ code: 200 });
  expect((await shadow(edited.result)).code).toBe(200);
  const rule: Rule = (await act('getRule', { id })).result;
  await tested(rule);
  pass(24 * hour);
  expect((await submit(rule)).code).toBe(200);
  const { makerIds } = await api.deps.database.prisma.approval.findFirstOrThrow({ where: { subjectId: id } });
  expect(makerIds.toSorted()).toEqual([maker.session.userId, other.session.userId].toSorted());
});

test('the rule about those who left is disabled only by who may decide', async () => {
  await act('addTemplateRules', { inboxId });
  const { result: listed } = await act('queryRule', { pageSize: 200 });
  const left = listed.list.find(({ code }: { code: string }) => code === 'LEFT');
  const { result: rule } = await shadow(left);
  const disable = { id: rule.versions[0].id, version: rule.version, reason: '不再需要' };
  expect(await act('disableRule', disable)).toMatchObject({
    ...{ code: 406, result: { permission: 'compliance.decide' } },
  });
  expect(await act('disableRule', disable, checker)).toMatchObject({ code: 200 });
});

test('payments ask fifty versions at most: of two that are begun at once as there is room for one, one is', async () => {
  const online = {
    state: { in: ['SHADOW', 'SUBMITTED', 'ENABLED'] as const satisfies string[] },
    online: true,
  };
  const { tenantId } = maker.session;
  const drafts = [await add(), await add()];
  const monthly = await add({ expression: riskTemplates.find(({ code }) => code === 'FOCUS')?.expression });
  const taken = await api.deps.database.prisma.riskRuleVersion.count({ where: { tenantId, ...online } });
  for (let n = taken; n < 49; n++) await enabledRule(api, inboxId, large?.expression ?? {});
  const begun = await Promise.all(drafts.map(shadow));
  expect(begun.map(({ msg }) => msg).sort()).toEqual(['', '在线规则最多 50 条']);
  // What only batches look for is none of them.
  expect(await shadow(monthly)).toMatchObject({ code: 200 });
});
