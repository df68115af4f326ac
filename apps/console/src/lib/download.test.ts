import { afterEach, describe, expect, it, vi } from 'vitest';
import { download, fileNameOf } from './download.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the name of a downloaded file', () => {
  it.each([
    ["attachment; filename*=UTF-8''%E7%94%A8%E6%88%B7.xlsx", '用户.xlsx'],
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%E8%B4%A6.csv', '账.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['inline', null],
    [null, null],
  ])('is read from %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});

describe('a download', () => {
  it('that answers the envelope instead of a file fails with its words', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 406, success: false, msg: '没有数据', result: null }),
    );
    await expect(download('/xyxlx/userAccount/exportUserInfo', {})).rejects.toMatchObject({
      message: '没有数据',
      data: { wire: { code: 406 } },
    });
  });

  it('can send its input as a form', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json({ code: 200, success: true, msg: '', result: { jobId: 'j' } }),
    );
    vi.stubGlobal('fetch', fetch);
    const result = await download(
      '/xyxlx/billChange/billLimitExport',
      { merchantId: 'm', state: undefined },
      { form: true },
    );
    expect(result).toEqual({ jobId: 'j' });
    expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe('merchantId=m');
  });
});
