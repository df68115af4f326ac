import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test.each([
  ['an svg', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 400],
  ['an svg by the name of a picture', 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
  ['a program by the name of a pdf', 'a.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]), 400],
  ['a picture of 11 MiB', 'a.png', Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]), 413],
])('%s is no file of a case: nothing of it is kept', async (_, name, bytes, status) => {
  const { id } = await desk.newCase();
  const { prisma } = api.deps.database;
  const kept = () =>
    Promise.all([prisma.attachment.count(), prisma.riskCaseEvent.count({ where: { caseId: id } })]);
  const before = await kept();
  const body = new FormData();
  body.append('id', id);
  body.append('file', new Blob([bytes]), name);
  const answer = await fetch(`${api.url}/xyxlx/compliance/addAttachment`, {
    method: 'POST',
    headers: { Authorization: desk.analyst.token, Resourcestype: 'PC' },
    body,
  });
  expect(await answer.json()).toMatchObject({ code: status, success: false });
  expect(await kept()).toEqual(before);
});
