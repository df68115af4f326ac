import { afterEach, expect, it, vi } from 'vitest';
import { isNewVersionServed } from './new-version.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['another entry is a new version', '/assets/index-b.js', true],
  ['the same entry is none', '/assets/index-a.js', false],
])('%s', async (_case, src, isNew) => {
  runs('/assets/index-a.js');
  vi.stubGlobal('fetch', async () => new Response(page(src)));
  expect(await isNewVersionServed()).toBe(isNew);
});

it('says no when the server can not be asked', async () => {
  runs('/assets/index-a.js');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  expect(await isNewVersionServed()).toBe(false);
});

function runs(src: string): void {
  vi.spyOn(document.documentElement, 'outerHTML', 'get').mockReturnValue(page(src));
}

function page(src: string): string {
  const script = (address: string) => `<script type="module" crossorigin src="${address}"></script>`;
  return script('/assets/runtime-a.js') + script(src);
}
