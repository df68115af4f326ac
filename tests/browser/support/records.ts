import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { accounts, password, post } from './console.ts';

/** The account that checks what others made. */
export const checker = '13800000003';

/** A text of its own for each test, which is repeated in other browsers at the same time. */
export const unique = () => `${String(Date.now()).slice(-6)}${String(Math.random()).slice(2, 5)}`;

/** The token of an account, for reading and preparing records beside the page. */
export async function tokenOf(
  request: APIRequestContext,
  mobile: string = accounts.admin,
  secret = password,
): Promise<string> {
  const { token } = await post(request, 'userAccount/login', { mobile, password: secret });
  return token;
}

/** The rows of a list on the page. */
export function rowsOf(page: Page, list: string) {
  return page.getByRole('region', { name: list, exact: true }).locator('tbody tr:not(:has(td[colspan]))');
}

/** Waits until a list has its rows. */
export async function settled(page: Page, list: string): Promise<void> {
  await expect(page.getByRole('region', { name: list, exact: true })).toHaveAttribute('aria-busy', 'false');
}

/** An antd drop-down field of a page or of a dialog on it: opens it by its label and takes one of its choices. */
export async function choose(within: Page | Locator, field: string, choice: string): Promise<void> {
  await within.getByLabel(field, { exact: true }).click();
  const page = 'page' in within ? within.page() : within;
  await page.locator('.ant-select-item-option').filter({ hasText: choice }).first().click();
}

/** Types into a field that offers many, and takes the first that has what was typed. */
export async function lookUp(form: Locator, field: string, typed: string): Promise<void> {
  await form.getByLabel(field, { exact: true }).fill(typed);
  const offered = form.page().locator('.ant-select-item-option, .ant-cascader-menu-item');
  await offered.filter({ hasText: typed }).first().click();
}

/** Types a time of day as a person does: over what stands there, taken by Enter. */
export async function typeTime(field: Locator, time: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(time);
  await field.press('Enter');
  await expect(field).toHaveValue(time);
}

/** Unfolds the filters above a list, once they are there. */
export async function unfoldFilters(page: Page): Promise<void> {
  const toggle = foldOf(page);
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
}

function foldOf(page: Page): Locator {
  return page.getByRole('search').getByRole('button', { name: /^(更多筛选|收起)$/ });
}

/** A filter of given values above a list, folded away or not: opens it by its label and takes one of its choices. */
export async function pick(page: Page, filter: string, choice: string): Promise<void> {
  const field = page.getByRole('search').getByLabel(filter, { exact: true });
  await expect(field.or(foldOf(page)).first()).toBeVisible();
  if (!(await field.isVisible())) await unfoldFilters(page);
  await field.click();
  await page.locator('.ant-select-item-option').filter({ hasText: choice }).first().click();
  // One that takes several stays open.
  await page.keyboard.press('Escape');
}

/** Fills the reason of an open dialog and agrees; the dialog closes when it worked. */
export async function giveReason(
  page: Page,
  title: string | RegExp,
  agree: string,
  reason: string,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: agree, exact: true }).click();
  await expect(dialog).toBeHidden();
}
