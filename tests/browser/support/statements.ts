import type { Locator, Page } from 'playwright/test';
import { choose, settled } from './records.ts';

const columns = '流水号,时间,收/支,金额(元),余额,对方户名,摘要';

/** Hands in a statement of an account, named by the end of its number, and answers the wizard that checks its lines. */
export async function handInStatement(
  page: Page,
  account: string,
  lines: readonly string[],
): Promise<Locator> {
  await page.goto('/layout/platform/fundmana?tab=claims');
  await settled(page, '认领');
  await page.getByRole('button', { name: '导入对账单' }).first().click();
  const asked = page.getByRole('dialog', { name: '导入对账单' });
  await choose(asked, '收款账户', account);
  await asked.getByRole('button', { name: '下一步' }).click();
  await page.getByTestId('import-file').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([columns, ...lines].join('\n')),
  });
  return page.getByRole('dialog', { name: '导入对账单' });
}
