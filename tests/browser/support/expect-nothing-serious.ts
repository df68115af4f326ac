import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Fails with the elements that axe, with these of its rules or all, finds seriously or critically inaccessible on the page, or a part of it, as it is now. */
export async function expectNothingSerious(
  page: Page,
  rules?: readonly string[],
  part = 'html',
): Promise<void> {
  // Half-transparent text that is still on its way in has no contrast yet; a spinner turns for ever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  );
  const axe = new AxeBuilder({ page })
    .include(part)
    // Every frame is of this site: axe needs no page of its own to put what it found together.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}
