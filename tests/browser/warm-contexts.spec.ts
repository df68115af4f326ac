import { type BrowserContext, expect, type Page } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';

test.describe.configure({ mode: 'serial' });

let used: BrowserContext | undefined;

test('a test leaves all that it can in its context', async ({ context }) => {
  used = context;
  const page = await signedInPage(context);
  await page.evaluate(async () => {
    sessionStorage.setItem('left', 'left');
    // biome-ignore lint/suspicious/noDocumentCookie: the older way is there in every browser.
    document.cookie = 'left=left';
    await (await caches.open('left')).put('/left', new Response('left'));
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
  await context.grantPermissions(['clipboard-read']);
  await context.route('**/healthz', (route) => route.abort());
  await context.setOffline(true);
  expect(await leftOvers(page)).toEqual([
    'token',
    'user',
    'left',
    'left=left',
    'caches: left',
    'databases: left',
    'clipboard-read: granted',
  ]);
});

test('the next one has the same context, and finds nothing in it', async ({ context }) => {
  expect(context).toBe(used);
  const page = await context.newPage();
  await page.goto('/healthz');
  expect(await leftOvers(page)).toEqual(['clipboard-read: prompt']);
});

function leftOvers(page: Page): Promise<string[]> {
  return page.evaluate(async () => [
    ...Object.keys(localStorage).toSorted(),
    ...Object.keys(sessionStorage),
    ...document.cookie.split('; ').filter(Boolean),
    ...(await caches.keys()).map((name) => `caches: ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `databases: ${name}`),
    `clipboard-read: ${(await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state}`,
  ]);
}
