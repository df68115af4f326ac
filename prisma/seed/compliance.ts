import { createHash } from 'node:crypto';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import type { Prisma } from '../client/client.ts';
import { seedBacktests } from './compliance-backtests.ts';
import { head, officer } from './compliance-case-rows.ts';
import { seedCases } from './compliance-cases.ts';
import { seedReports } from './compliance-reports.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

type Tx = Prisma.TransactionClient;

const day = 86_400_000;
const tenant = tenantId('A');
const online = new Set(['EVENT', 'ROLLING']);

/** 合规: two inboxes, the rules of the templates, entries of each list, and what the rules have found: cases, a report, looks at the past. */
export async function seedCompliance(tx: Tx, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 40 * day);
  const secondAt = new Date(now.getTime() - 2 * day);
  const inboxId = await seedInboxes(tx, at);
  for (const template of riskTemplates) {
    const ruleId = idOf(`riskRule/${template.code}`, at);
    const { code, name } = template;
    const by = { createdAt: at, updatedAt: at, createdBy: officer().name, updatedBy: officer().name };
    const lastNo = code === 'FOCUS' ? 2 : 1;
    await tx.riskRule.create({ data: { id: ruleId, tenantId: tenant, code, name, inboxId, lastNo, ...by } });
    const first = await seedVersion(tx, template, ruleId, 1, at);
    await approve(tx, first, ruleId, `${code} v1`, at);
    // A version that weighs more is tried beside it.
    if (code === 'FOCUS') await seedVersion(tx, { ...template, score: 40 }, ruleId, 2, secondAt);
  }
  await seedLists(tx, at, now);
  const ruleIdOf = (code: string) => idOf(`riskRule/${code}`, at);
  const versionIdOf = (code: string) => versionId(code, 1, at);
  const cases = await seedCases(tx, { ruleIdOf, versionIdOf, first: inboxId }, now);
  await seedReports(tx, cases);
  const focus = { versionId: versionId('FOCUS', 2, secondAt), againstId: versionIdOf('FOCUS') };
  await seedBacktests(
    tx,
    [
      { code: 'LARGE', ruleId: ruleIdOf('LARGE'), versionId: versionIdOf('LARGE'), againstId: null },
      { code: 'FOCUS', ruleId: ruleIdOf('FOCUS'), ...focus },
    ],
    now,
  );
}

const versionId = (code: string, no: number, at: Date) => idOf(`riskVersion/${code}/${no}`, at);

async function seedInboxes(tx: Tx, at: Date): Promise<string> {
  const by = { createdAt: at, updatedAt: at, createdBy: officer().name, updatedBy: officer().name };
  const top = idOf('riskInbox/主管', at);
  const first = idOf('riskInbox/一线', at);
  await tx.riskInbox.create({ data: { id: top, tenantId: tenant, name: '主管', ...by } });
  await tx.riskInbox.create({
    data: { id: first, tenantId: tenant, name: '一线', escalateToId: top, ...by },
  });
  const members = [
    { inboxId: first, userId: officer().id },
    { inboxId: first, userId: head().id },
    { inboxId: top, userId: head().id },
  ];
  await tx.riskInboxMember.createMany({ data: members.map((one) => ({ tenantId: tenant, ...one })) });
  return first;
}

async function seedVersion(
  tx: Tx,
  { code, expression, score, severity }: (typeof riskTemplates)[number],
  ruleId: string,
  no: number,
  at: Date,
): Promise<string> {
  const id = versionId(code, no, at);
  const { source, subject, window } = expression;
  const isOnline = source === 'PAYMENT' && subject === 'EMPLOYEE' && online.has(window.kind);
  const sha256 = createHash('sha256').update(JSON.stringify(expression)).digest('hex');
  await tx.riskRuleVersion.create({
    data: {
      ...{
        id,
        tenantId: tenant,
        ruleId,
        no,
        expression,
        sha256,
        online: isOnline,
        score,
        severity,
        action: 'ALERT',
      },
      ...{ createdAt: at, createdBy: officer().name, createdById: officer().id },
    },
  });
  await tx.riskRuleVersion.update({
    where: { tenantId_id: { tenantId: tenant, id } },
    data: { state: 'SHADOW', shadowSince: at },
  });
  return id;
}

/** What somebody else agreed to: written as it is decided, as the database wants to see it. */
async function agreed(
  tx: Tx,
  subjectType: string,
  subjectId: string,
  subjectLabel: string,
  at: Date,
): Promise<string> {
  const id = idOf(`approval/${subjectType}/${subjectId}`, at);
  const by = {
    makerId: officer().id,
    makerName: officer().name,
    makerIds: [officer().id],
    reason: '日常监控',
  };
  await tx.approval.create({
    data: { id, tenantId: tenant, subjectType, subjectId, subjectLabel, createdAt: at, ...by },
  });
  await tx.approval.update({
    where: { tenantId_id: { tenantId: tenant, id } },
    data: {
      state: 'APPROVED',
      checkerId: head().id,
      checkerName: head().name,
      decidedAt: new Date(at.getTime() + day),
    },
  });
  const events = [
    { action: 'SUBMIT' as const, actorId: officer().id, actorName: officer().name, createdAt: at },
    {
      action: 'APPROVE' as const,
      actorId: head().id,
      actorName: head().name,
      createdAt: new Date(at.getTime() + day),
    },
  ];
  await tx.approvalEvent.createMany({
    data: events.map((event) => ({ tenantId: tenant, approvalId: id, ...event })),
  });
  return id;
}

async function approve(tx: Tx, versionId: string, ruleId: string, label: string, at: Date): Promise<void> {
  const where = { tenantId_id: { tenantId: tenant, id: versionId } };
  await tx.riskRuleVersion.update({ where, data: { state: 'SUBMITTED' } });
  const approvalId = await agreed(tx, 'riskRule', ruleId, label, at);
  await tx.riskRuleVersion.update({
    where,
    data: { state: 'ENABLED', approvalId, enabledAt: new Date(at.getTime() + day) },
  });
}

/** Those on the black list have left: nobody who pays in the demo is refused. */
async function seedLists(tx: Tx, at: Date, now: Date): Promise<void> {
  const people = (state: 'LEFT' | 'ACTIVE') =>
    tx.employee.findMany({ where: { tenantId: tenant, state }, orderBy: { id: 'asc' }, take: 6 });
  const [left, active] = [await people('LEFT'), await people('ACTIVE')];
  const night = idOf('riskRule/NIGHT', at);
  const lists = [
    { list: 'BLACK', of: left.slice(0, 3), reason: '离职前套取额度' },
    { list: 'GREY', of: active.slice(0, 3), reason: '消费习惯异常，持续观察' },
    { list: 'WHITE', of: active.slice(3, 6), reason: '夜班岗位' },
  ] as const;
  for (const { list, of, reason } of lists) {
    for (const { id: subjectId, name } of of) {
      const id = idOf(`riskEntry/${list}/${subjectId}`, at);
      const isWhite = list === 'WHITE';
      // Those who have left paid until lately: what is refused begins now.
      const since = list === 'BLACK' ? now : at;
      await tx.riskListEntry.create({
        data: {
          ...{ id, tenantId: tenant, requestId: id, list, subjectType: 'EMPLOYEE', subjectId, reason },
          ...{ ruleId: isWhite ? night : null, state: isWhite ? 'PENDING' : 'ACTIVE', validFrom: since },
          ...{ validTo: isWhite ? new Date(now.getTime() + 90 * day) : null },
          ...{ createdAt: since, createdBy: officer().name, createdById: officer().id },
        },
      });
      if (!isWhite) continue;
      const approvalId = await agreed(tx, 'riskList', id, name, at);
      const where = { tenantId_id: { tenantId: tenant, id } };
      await tx.riskListEntry.update({ where, data: { state: 'ACTIVE', approvalId } });
    }
  }
}
