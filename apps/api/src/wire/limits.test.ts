import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
});
afterAll(() => api.close());

const mebibyte = 1024 * 1024;

async function upload(file: Buffer, fields: number): Promise<{ status: number; msg: string }> {
  const form = new FormData();
  for (let index = 0; index < fields; index++) form.append(`field${index}`, 'x');
  form.append('file', new Blob([new Uint8Array(file)]), 'a.csv');
  const answer = await fetch(`${api.url}/xyxlx/billChange/uploadBatchBillLimit`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg };
}

describe('exactly the most, and one more', () => {
  test.each([
    ['a page of 200 rows', { pageSize: 200 }, 200],
    ['a page of 201 rows', { pageSize: 201 }, 400],
    ['a page of one row', { pageSize: 1 }, 200],
    ['a page of no row', { pageSize: 0 }, 400],
    ['the first page', { pageNum: 1 }, 200],
    ['the page before it', { pageNum: 0 }, 400],
  ])('%s', async (_, page, code) => {
    expect((await api.call('merchant/queryMerchant', page, token)).body.code).toBe(code);
  });

  test.each([
    [1, 200],
    [500, 200],
    [501, 400],
    [0, 400],
  ])('%i ids of a bulk action', async (count, code) => {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    const { body } = await api.call('employee/freezeEmployee', { ids, reason: '上限' }, token);
    expect(body.code).toBe(code);
    if (code === 200) expect(body.result).toMatchObject({ done: 0, failed: count });
  });

  test('20 fields of a form are read, one more breaks it', async () => {
    const small = Buffer.from('x');
    expect((await upload(small, 20)).msg).toBe('商户：必填');
    expect((await upload(small, 21)).msg).toBe('上传的表单不完整或格式有误');
  });

  test('a file of 20 MiB is taken in, one byte more is 413', async () => {
    const { status } = await upload(Buffer.alloc(20 * mebibyte, 'x'), 0);
    expect(status).toBe(400);
    expect(await upload(Buffer.alloc(20 * mebibyte + 1, 'x'), 0)).toEqual({
      status: 413,
      msg: '内容过大，上限为 20 MiB',
    });
  });

  test('10,000 values of an input are looked at, one more is 400 for that', async () => {
    const said = async (count: number) =>
      (await api.call('merchant/queryMerchant', { state: Array.from({ length: count }, () => 'x') }, token))
        .body.msg;
    expect(await said(9999)).not.toContain('内容过多');
    expect(await said(10_000)).toContain('内容过多');
  });
});
