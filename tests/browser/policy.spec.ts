import { expect } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';

test('no page asks for what its policy forbids', async ({ context }) => {
  const refused: string[] = [];
  const page = await signedInPage(context);
  await page.exposeFunction('refuse', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      Reflect.get(window, 'refuse')(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  for (const address of [
    '/404',
    '/dev',
    '/pages/form/AlipayInvoice',
    '/layout/index',
    '/layout/subapp/board',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '新增商户' }).click();
  const form = page.getByRole('dialog', { name: '新增商户' });
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toContainText('请输入统一社会信用代码');
  expect(refused).toEqual([]);
});
