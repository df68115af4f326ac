import { permissions } from '@xyxlx/contracts/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditor, type CaseDesk, chief, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { idPaths, inputsWith } from '../../../../../../tests/support/endpoint-inputs.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { describedEndpoints } from '../../../wire/reference/endpoints.ts';
import { exampleOf } from '../../../wire/reference/example-of.ts';
import { schemaOf } from '../../../wire/reference/open-api.ts';

type Person = Awaited<ReturnType<typeof operator>>;

let api: TestApi;
let desk: CaseDesk;
/** An officer who may do everything, and whom a case is about. */
let subject: Person;
/** What only those may read who work the case. */
let secrets: string[];
/** The ids by which it, and what belongs to it, could be asked for. */
let ids: string[];
/** Two of them. */
let caseId: string;
let subjectId: string;
/** All that somebody may ask. */
let inquiries: [path: string, input: object][];

const reading = describedEndpoints(false).filter(
  ({ definition: { kind, access } }) => (kind === 'query' || kind === 'download') && access === 'session',
);
const words = {
  note: '涉案人员与收款商户负责人同住',
  freeze: '疑似套现，先行冻结主体',
  unfreeze: '排除嫌疑，申请解冻主体',
  close: '查明系共谋套现，予以结案',
  narrative: '其与收款商户合谋虚构交易套取额度，'.repeat(4),
  list: '案件查实，列入黑名单备查',
  white: '采购岗位，申请规则豁免备查',
  file: 'FILE-OF-THE-CASE',
};
const pdf = `%PDF-1.7\n% ${words.file}\n%%EOF\n`;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  subject = await operator(api, '被调查人', { permissions: [...permissions] });
  await desk.join(subject);
  const keeper = await operator(api, '名单员', {
    permissions: [...auditor.permissions, 'compliance.settings'],
  });
  subjectId = await desk.employee({ userId: subject.session.userId });
  const row = await desk.newCase({ subjectId, severity: 'HIGH' });
  const { id, no } = row;
  caseId = id;
  await desk.done('claimCase', { id, version: row.version });
  await desk.done('addNote', { id, text: words.note });
  await desk.done('freezeSubject', { id, reason: words.freeze });
  const unfreeze = await desk.done('unfreezeSubject', { id, reason: words.unfreeze });
  const form = new FormData();
  form.append('id', id);
  form.append('file', new Blob([pdf]), `${words.file}.pdf`);
  const headers = { Authorization: desk.analyst.token, Resourcestype: 'PC' };
  const url = `${api.url}/xyxlx/compliance/addAttachment`;
  expect(await (await fetch(url, { method: 'POST', headers, body: form })).json()).toMatchObject({
    code: 200,
  });
  const { prisma } = api.deps.database;
  const alert = await prisma.riskAlert.findFirstOrThrow({ where: { caseId: id } });
  const filed = { kind: 'TRANSACTION', narrative: words.narrative, hitIds: [alert.hitId], measures: [] };
  const report = (await desk.done('fileReport', { id, ...filed })) as unknown as {
    id: string;
    no: string;
    approvalId: string;
  };
  const listed = { subjectType: 'EMPLOYEE', subjectId, caseId: id };
  const black = await desk.done('addEntry', { ...listed, list: 'BLACK', reason: words.list }, keeper);
  const white = await desk.done(
    'addEntry',
    {
      ...{ ...listed, list: 'WHITE', ruleIds: [row.rule.id], reason: words.white },
      to: new Date(Date.now() + 86_400_000).toISOString(),
    },
    keeper,
  );
  const entries = [black, white].flatMap(
    (one) => (one as unknown as { entries: { id: string; requestId: string }[] }).entries,
  );
  const shown = await desk.shown(id);
  const closing = await desk.done('closeCase', {
    ...{ id, version: shown.version, outcome: 'FRAUD', reason: words.close },
  });
  const [attachment, asked] = await Promise.all([
    prisma.attachment.findFirstOrThrow({ where: { subjectId: id } }),
    prisma.approval.findFirstOrThrow({ where: { subjectId: entries[1]?.requestId as string } }),
  ]);
  ids = [
    ...[id, subjectId, row.rule.id, alert.id, alert.hitId, report.id, attachment.id],
    ...[unfreeze, report, closing].map(({ approvalId }) => approvalId),
    ...entries.flatMap((one) => [one.id, one.requestId]),
    asked.id,
  ];
  secrets = [no, report.no, ...Object.values(words)];
  inquiries = questions();
});
afterAll(() => api.close());

const isOfOthers =
  /^(tenant|merchant|payeeMerchant|company|account|store|card|department|bill|batch|product|platform|issue|institution|activity|role|brand|voucher|plan|package)Id$/;

/** All that somebody may ask with those ids, in each place that takes one, and with none. */
function questions(): [path: string, input: object][] {
  return reading.flatMap(({ path, definition }) => {
    const schema = schemaOf(definition.input, 'input');
    const bare = exampleOf(schema, '', false) as Record<string, unknown>;
    const asked = schema.properties?.format ? { ...bare, format: 'csv' } : bare;
    const places = idPaths(schema).flatMap((place) => {
      // Alone: among other filters, of which none is its, an id finds nothing that it doesn't alone.
      const alone = (one: string) => JSON.stringify(inputsWith({ definition, ...place }, new Map())(one)[0]);
      // Where there is room for several they are asked for in one go.
      if (place.path.at(-1) === 0) return [alone(caseId).replace(`["${caseId}"]`, JSON.stringify(ids))];
      // What is named after a record of another kind looks for that kind: two ids are enough to hold it to its name.
      return (isOfOthers.test(place.name) ? [caseId, subjectId] : ids).map(alone);
    });
    return [...new Set([JSON.stringify(asked), ...places])].map((input): [string, object] => [
      path,
      JSON.parse(input),
    ]);
  });
}

/** What of the case somebody reads anywhere, and how many of the questions were answered. */
async function readBy({ token }: Person) {
  const leaks = new Set<string>();
  let answered = 0;
  const waiting = inquiries.values();
  const headers = { Authorization: token, Resourcestype: 'PC', 'Content-Type': 'application/json' };
  const askOn = async () => {
    for (const [path, input] of waiting) {
      const url = `${api.url}/xyxlx/${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
      const text = await answer.text();
      expect([path, answer.status < 500]).toEqual([path, true]);
      if (answer.status === 200 && !/^\{"code":(400|406),/.test(text)) answered += 1;
      for (const secret of secrets) if (text.includes(secret)) leaks.add(`${path} tells ${secret}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, askOn));
  return { leaks: [...leaks], answered };
}

test('its subject, who may do all else, reads nothing of it at any endpoint, whatever they ask by', {
  timeout: 120_000,
}, async () => {
  const { leaks, answered } = await readBy(subject);
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(reading.length);
});

test('财务经办 reads nothing of it at any endpoint', { timeout: 120_000 }, async () => {
  const role = await api.deps.database.prisma.role.findFirstOrThrow({
    where: { tenantId: desk.tenantId, code: 'finance-maker' },
  });
  const maker = await operator(api, '财务经办', { permissions: [...role.permissions, 'operationlog.view'] });
  const { leaks, answered } = await readBy(maker);
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(50);
});

test('another tenant’s head of compliance, who may do all there, reads nothing of it', {
  timeout: 120_000,
}, async () => {
  const stranger = await operator(api, '北辰合规', { permissions: [...permissions] }, 'beichen');
  const { leaks, answered } = await readBy(stranger);
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(reading.length);
});

test('the same questions tell all of it to those who may know it', { timeout: 120_000 }, async () => {
  const witness = await operator(api, '合规同事', {
    permissions: [...chief.permissions, 'compliance.settings', 'operationlog.view'],
  });
  const { leaks } = await readBy(witness);
  const told = (secret: string) => leaks.filter((leak) => leak.endsWith(` tells ${secret}`)).length;
  expect(secrets.filter((secret) => told(secret) === 0)).toEqual([]);
});
