import { expect, type Page } from 'playwright/test';

/** Watches the requests of a page; the function waits until it has asked for everything and got it. */
export function quietOf(page: Page): () => Promise<void> {
  let open = 0;
  let lastChange = 0;
  const change = (by: 1 | -1) => () => {
    open += by;
    lastChange = Date.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return async () => {
    await expect.poll(() => open === 0 && Date.now() - lastChange > 100, { intervals: [50] }).toBe(true);
    await expect(page.getByText('加载中...')).toBeHidden();
  };
}
