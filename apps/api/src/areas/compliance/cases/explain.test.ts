import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { happenedThen, riskCard } from '../../../../../../tests/support/risk-other-records.ts';
import { paidThen, riskPayer } from '../../../../../../tests/support/risk-payments.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { readDossier } from '../reports/dossier.ts';

let api: TestApi;
let desk: CaseDesk;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

/** What a report about the hits of a case lists. */
async function reported(id: string) {
  const { hits } = (await desk.done('explain', { id })) as unknown as CaseExplanation;
  const hitIds = hits.map((hit) => hit.id);
  const input = { id, kind: 'TRANSACTION', narrative: '五'.repeat(60), hitIds, measures: [] };
  const report = await desk.done('fileReport', input);
  const { payments } = await readDossier(api.deps.database, desk.tenantId, report.id);
  return payments.map(({ type, amount, isHit }) => [type, amount, isHit] as const);
}

test('what came back to the subject stands in its story, and counts for no payee', async () => {
  const payer = await riskPayer(api, '2020-01-01');
  const [first, second, back] = await paidThen(api, payer, [
    { at: '2026-11-10T02:00:00Z', amount: 300 },
    { at: '2026-11-10T03:00:00Z', amount: 100, payee: 1, state: 'FAILED' },
    { at: '2026-11-10T04:00:00Z', amount: 300, type: 'REFUND', payee: 1 },
  ]);
  const { id } = await desk.newCase({
    subjectId: payer.id,
    at: new Date('2026-11-10T04:00:00Z'),
    eventId: back as string,
  });
  const { payments, payees } = (await desk.done('explain', { id })) as unknown as CaseExplanation;
  expect(payments).toMatchObject([
    { id: first, isRefund: false, isHit: false, isDeclined: false },
    { id: second, isRefund: false, isHit: false, isDeclined: true },
    { id: back, isRefund: true, isHit: true, isDeclined: false, amount: 300 },
  ]);
  expect(payees).toMatchObject([{ payee: { id: payer.payees[0] }, count: 1, amount: 300, share: 10_000 }]);
  expect(await reported(id)).toEqual([
    ['CONSUME', 300, false],
    ['CONSUME', 100, false],
    ['REFUND', 300, true],
  ]);
});

test('of what was found in a month, all that the rule counted is marked', async () => {
  const { prisma } = api.deps.database;
  const payer = await riskPayer(api, '2020-01-01');
  const rule = await desk.rule();
  await prisma.riskRuleVersion.update({
    where: { tenantId_id: { tenantId: desk.tenantId, id: rule.versionId } },
    data: {
      expression: {
        ...{ source: 'PAYMENT', subject: 'EMPLOYEE', window: { kind: 'MONTH' } },
        filters: [{ field: 'amount', op: 'GE', value: 200 }],
        aggregates: [{ name: 'amount', kind: 'SUM' }],
        when: { of: 'amount', op: 'GE', value: 500 },
      },
    },
  });
  // The first instant of the month, one that the rule leaves out, one that was declined, and one of the month before.
  const paid = await paidThen(api, payer, [
    { at: '2026-09-30T16:00:00.000Z', amount: 300 },
    { at: '2026-10-02T02:00:00Z', amount: 199 },
    { at: '2026-10-03T02:00:00Z', amount: 300, state: 'FAILED' },
    { at: '2026-10-04T02:00:00Z', amount: 200 },
    { at: '2026-09-30T15:59:59.999Z', amount: 300 },
  ]);
  const { id } = await desk.newCase({
    ...{ ruleId: rule.id, subjectId: payer.id, at: new Date('2026-10-04T02:00:00Z') },
    key: '2026-09-30T16:00:00.000Z',
  });
  const { payments } = (await desk.done('explain', { id })) as unknown as CaseExplanation;
  expect(payments.filter(({ isHit }) => isHit).map((one) => one.id)).toEqual([paid[0], paid[3]]);
  expect(payments).toHaveLength(5);
  expect((await reported(id)).map(([, , isHit]) => isHit)).toEqual([false, true, false, false, true]);
});

test('what was asked of a card and never paid stands in the story and in the report, and counts for no payee', async () => {
  const { prisma } = api.deps.database;
  const { tenantId } = desk;
  const payer = await riskPayer(api, '2020-01-01');
  const [paid] = await paidThen(api, payer, [{ at: '2026-11-12T02:00:00Z', amount: 300 }]);
  const owner = await connect(api.databaseUrl);
  const cardId = await riskCard(api, owner, payer, new Date('2026-11-01T00:00:00Z'));
  const asked = { what: 'AUTHORIZATION', amount: 1_234, payee: 0, mcc: '5812', channel: 'WECHAT' } as const;
  await happenedThen(owner, payer, cardId, [
    { ...asked, at: new Date('2026-11-12T03:00:00Z'), declined: false },
    { ...asked, at: new Date('2026-11-12T04:00:00Z'), declined: true },
    { ...asked, at: new Date('2026-11-12T04:00:01Z'), declined: true },
  ]);
  await owner.end();
  const ofIt = await prisma.cardAuthorization.findMany({
    where: { tenantId, cardId },
    orderBy: { createdAt: 'asc' },
  });
  const [reversed = '', declined = ''] = ofIt.map((one) => one.id);
  const at = new Date('2026-11-12T04:00:00Z');
  for (const subject of [{ subjectId: payer.id }, { subjectId: cardId, subjectType: 'CARD' as const }]) {
    const { id } = await desk.newCase({ ...subject, at, eventId: declined });
    const { payments, payees } = (await desk.done('explain', { id })) as unknown as CaseExplanation;
    const ofCard = [
      { id: reversed, isDeclined: false, isHit: false, amount: 1_234 },
      { id: declined, isDeclined: true, isHit: true, payee: { id: payer.payees[0] } },
    ];
    const ofPerson = [{ id: paid, isDeclined: false, isHit: false }, ...ofCard];
    expect(payments).toMatchObject('subjectType' in subject ? ofCard : ofPerson);
    expect(payees.map(({ count, amount }) => [count, amount])).toEqual(
      'subjectType' in subject ? [] : [[1, 300]],
    );
    expect((await reported(id)).at(-1)).toEqual(['CONSUME', 1_234, true]);
  }
});
