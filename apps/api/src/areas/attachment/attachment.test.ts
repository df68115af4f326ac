import type { AttachmentRow } from '@xyxlx/contracts/attachment';
import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { deleteUnclaimed } from './delete-unclaimed.ts';

let api: TestApi;
let maker: string;
let lines: object[];
let png: Buffer;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');

beforeAll(async () => {
  api = await startTestApi();
  maker = await token('制单', ['voucher.view', 'voucher.edit']);
  const chart = (await send('voucher/queryAccount')).result as AccountRow[];
  const account = (code: string) => chart.find((row) => row.code === code)?.id;
  lines = [
    { summary: '计提', accountId: account('6602'), debitAmount: 100 },
    { summary: '计提', accountId: account('1001'), creditAmount: 100 },
  ];
  png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => api.close());

const token = async (name: string, permissions: string[], code?: string) =>
  (await operator(api, name, { permissions }, code)).token;
const send = async (path: string, input: object = {}, who = maker) =>
  (await api.call(path, input, who, { 'Idempotency-Key': crypto.randomUUID() })).body;
async function upload(data: Buffer, name = '回单.png', who = maker) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const headers = { Authorization: who };
  const url = `${api.url}/xyxlx/attachment/uploadAttachment`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  const body = (await answer.json()) as { code: number; msg: string; result: AttachmentRow };
  return { status: answer.status, ...body };
}
async function download(id: string, who = maker) {
  const answer = await fetch(`${api.url}/xyxlx/attachment/downloadAttachment`, {
    method: 'POST',
    headers: { Authorization: who, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  return { headers: answer.headers, data: Buffer.from(await answer.arrayBuffer()) };
}
const form = (given: object) => ({ date: shanghaiDay(new Date()), word: '记', lines, ...given });
async function write(given: object, path = 'voucher/addVoucher'): Promise<VoucherDetail> {
  const body = await send(path, form(given));
  expect(body).toMatchObject({ code: 200, msg: '' });
  return body.result;
}
const uploaded = async (data = png, name?: string) => (await upload(data, name)).result.id;
const there = async (id: string) =>
  (await api.deps.database.prisma.attachment.count({ where: { id } })) === 1;

describe('an upload', () => {
  test('is known by its content, whatever it is called, and comes back byte by byte', async () => {
    const picture = await upload(png, '../../票据\u0007.exe');
    expect(picture.result).toMatchObject({
      fileName: '票据.exe',
      mediaType: 'image/png',
      size: png.length,
      createdBy: '制单',
    });
    const back = await download(picture.result.id);
    expect(back.headers.get('content-type')).toBe('image/png');
    expect(back.headers.get('content-disposition')).toContain('attachment');
    expect(back.headers.get('x-content-type-options')).toBe('nosniff');
    expect(back.data.equals(png)).toBe(true);
    expect((await upload(pdf, 'a.png')).result).toMatchObject({ mediaType: 'application/pdf' });
  });

  test.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an exe called pdf', Buffer.from('MZ\u0000\u0000%PDF-1.7 %%EOF')],
    ['half a pdf', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['nothing', Buffer.alloc(0)],
  ])('of %s is refused', async (_, data) => {
    const before = await api.deps.database.prisma.attachment.count();
    expect((await upload(data, '凭证.pdf')).status).toBe(400);
    expect(await api.deps.database.prisma.attachment.count()).toBe(before);
  });

  test('with a second file behind its picture is refused', async () => {
    expect((await upload(Buffer.concat([png, pdf]))).code).toBe(400);
  });

  test('takes 10 MiB, and not a byte more', async () => {
    const most = 10 * 1024 * 1024;
    const filled = (size: number) =>
      Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(size - 15, 32), Buffer.from('%%EOF\n')]);
    expect((await upload(filled(most), 'a.pdf')).result).toMatchObject({ size: most });
    expect((await upload(filled(most + 1), 'a.pdf')).status).toBe(413);
  });
});

describe('a voucher', () => {
  test('has files in the order given, as many papers at least, and gives up what is left out', async () => {
    const [one, two, three] = [await uploaded(), await uploaded(pdf, '合同.pdf'), await uploaded()];
    const made = await write({ attachmentIds: [two, one] });
    expect(made).toMatchObject({
      attachmentCount: 2,
      attachments: [{ id: two, fileName: '合同.pdf' }, { id: one }],
    });
    const edited = await write(
      { id: made.id, version: made.version, attachmentIds: [three, two], attachmentCount: 5 },
      'voucher/editVoucher',
    );
    expect(edited.attachmentCount).toBe(5);
    expect(edited.attachments.map(({ id }) => id)).toEqual([three, two]);
    expect(await there(one)).toBe(false);
    expect((await send('voucher/deleteVoucher', { id: edited.id, version: edited.version })).code).toBe(200);
    expect([await there(two), await there(three)]).toEqual([false, false]);
  });

  test('takes neither the files of another voucher nor of another person, nor the same twice, nor 21', async () => {
    const mine = await uploaded();
    const { id } = await write({ attachmentIds: [mine] });
    const other = await token('另一人', ['voucher.view', 'voucher.edit']);
    const theirs = (await upload(png, 'b.png', other)).result.id;
    for (const taken of [mine, theirs, crypto.randomUUID()]) {
      expect((await send('voucher/addVoucher', form({ attachmentIds: [taken] }))).msg).toBe(
        '附件不存在，请重新上传',
      );
    }
    expect((await send('voucher/addVoucher', form({ attachmentIds: [theirs, theirs] }), other)).code).toBe(
      400,
    );
    const many = Array.from({ length: 21 }, () => crypto.randomUUID());
    expect((await send('voucher/addVoucher', form({ attachmentIds: many }))).code).toBe(400);
    expect((await send('voucher/getVoucher', { id })).result.attachments).toMatchObject([{ id: mine }]);
  });

  test('shows its files to whoever sees it, and to nobody else', async () => {
    const id = await uploaded();
    const viewer = await token('查看', ['voucher.view']);
    const refused = async (who: string) => JSON.parse((await download(id, who)).data.toString()).msg;
    expect(await refused(viewer)).toBe('记录不存在');
    await write({ attachmentIds: [id] });
    expect((await download(id, viewer)).data.equals(png)).toBe(true);
    const { code } = await api.deps.database.prisma.tenant.findFirstOrThrow({
      where: { code: { not: 'huadong' } },
    });
    expect(await refused(await token('外人', ['voucher.view'], code))).toBe('记录不存在');
    const { id: companyId } = await api.deps.database.prisma.company.findFirstOrThrow({
      where: { tenant: { code: 'huadong' } },
    });
    const role = { permissions: ['voucher.view'], dataScope: 'COMPANY_TREE' as const, companyId };
    expect(await refused((await operator(api, '分公司', role)).token)).toBe('记录不存在');
  });
});

test('the database keeps a file as it came, and with one record', async () => {
  const id = await uploaded();
  const { attachment } = api.deps.database.prisma;
  await write({ attachmentIds: [id] });
  const row = await attachment.findFirstOrThrow({ where: { id } });
  const where = { tenantId_id: { tenantId: row.tenantId, id } };
  for (const data of [
    { fileName: '另一张.png' },
    { mediaType: 'image/jpeg' as const },
    { subjectId: crypto.randomUUID() },
  ]) {
    await expect(attachment.update({ where, data })).rejects.toThrow(/refuse_other_attachment/);
  }
  await expect(attachment.update({ where, data: { data: new Uint8Array(pdf) } })).rejects.toThrow(
    /attachments_/,
  );
  const other = `INSERT INTO attachments (tenant_id, file_name, media_type, size, sha256, data, created_by_id, created_by)
    SELECT tenant_id, file_name, 'text/html', size, sha256, data, created_by_id, created_by FROM attachments WHERE tenant_id = $1 AND id = $2`;
  await expect(api.deps.database.pool.query(other, [row.tenantId, id])).rejects.toThrow(/media_type_values/);
});

test('what no record has goes after a day, what one has stays', async () => {
  const [left, kept] = [await uploaded(), await uploaded()];
  await write({ attachmentIds: [kept] });
  api.clock.advance(24 * 60 * 60_000 - 60_000);
  await deleteUnclaimed(api.deps);
  expect(await there(left)).toBe(true);
  api.clock.advance(2 * 60_000);
  await deleteUnclaimed(api.deps);
  expect([await there(left), await there(kept)]).toEqual([false, true]);
});
