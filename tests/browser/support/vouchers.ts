import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { post } from './console.ts';

/** Approves and posts the voucher whose record, which is open, has a text. */
export async function approveAndPost(page: Page, text: string): Promise<void> {
  for (const [act, state] of [
    ['审核通过', '已审核'],
    ['过账', '已过账'],
  ] as const) {
    const record = page.getByRole('dialog').filter({ hasText: text });
    await record.getByRole('button', { name: act, exact: true }).click();
    await page
      .getByRole('dialog', { name: new RegExp(`^${act} · `) })
      .getByRole('button', { name: act, exact: true })
      .click();
    await expect(record.locator('.ant-drawer-header')).toContainText(state);
  }
}

/** Waits until the service, which looks each minute, has made a voucher of a business. */
export async function untilMade(request: APIRequestContext, token: string, keyword: string): Promise<void> {
  await expect(async () => {
    const { list } = await post(
      request,
      'voucher/queryVoucher',
      { keyword, kind: ['SYSTEM'], pageSize: 1 },
      token,
    );
    expect(list).toHaveLength(1);
  }).toPass({ timeout: 150_000 });
}
