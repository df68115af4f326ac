import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** What is on its way in or out, as antd marks it, and a button at work. */
const unsettled = [
  '.ant-btn-loading',
  ...['enter', 'appear', 'leave'].flatMap((motion) =>
    ['prepare', 'start', 'active'].map((step) => `[class*="-${motion}-${step}"]`),
  ),
].join();

/** Fails with the elements that axe, with these of its rules or all, finds seriously or critically inaccessible on the page, or a part of it, as it is now. */
export async function expectNothingSerious(
  page: Page,
  rules?: readonly string[],
  part = 'html',
): Promise<void> {
  // Half-transparent text has no contrast: what comes or goes, also between two frames of it, and a button at work. A spinner turns for ever.
  await page.waitForFunction(
    (selector) =>
      !document.querySelector(selector) &&
      document
        .getAnimations()
        .every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
    unsettled,
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
