import { expect, type Locator, type Page } from 'playwright/test';

/** The queue of a desk, that of approvals unless it is another, and one of its cards by what it says. */
export function queueOf(page: Page, name = '待我审批'): Locator {
  return page.getByRole('region', { name, exact: true });
}

export function cardOf(page: Page, says: string | RegExp, queue?: string): Locator {
  return queueOf(page, queue).getByRole('listitem').filter({ hasText: says });
}

/** The open record beside the queue. */
export function recordOf(page: Page): Locator {
  return page.getByRole('region', { name: '审批内容' }).getByRole('article');
}

/** Opens what waits on the desk, by what its card says: by key, as a card moves down when another one comes. */
export async function openOnDesk(page: Page, says: string | RegExp): Promise<Locator> {
  await cardOf(page, says).getByRole('button').press('Enter');
  const record = recordOf(page);
  await expect(record).toContainText(says);
  return record;
}

/** Approves the open one, of which all is to be seen, on the desk or in the drawer of a record that leads to it. */
export async function approveOpen(page: Page, open: Locator = recordOf(page)): Promise<void> {
  await open.getByRole('button', { name: '通过', exact: true }).click();
  await agree(page, /^通过/, '通过');
}

/** Rejects it, with a reason. */
export async function rejectOpen(page: Page, reason: string, open: Locator = recordOf(page)): Promise<void> {
  await open.getByRole('button', { name: '驳回', exact: true }).click();
  await page.getByRole('dialog', { name: /^驳回/ }).getByLabel('原因').fill(reason);
  await agree(page, /^驳回/, '驳回');
}

/** Agrees to what a dialog asks; it closes when that worked. */
export async function agree(page: Page, title: RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
