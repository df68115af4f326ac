import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Fails with the elements that axe finds seriously or critically inaccessible on the page as it is now. */
export async function expectNothingSerious(page: Page): Promise<void> {
  // Half-transparent text that is still on its way in has no contrast yet; a spinner turns for ever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}
