const entry = /<script[^>]+type="module"[^>]+src="([^"]+)"/g;

/** The addresses of the console's code that a page names, or null when it names none. */
function entryOf(html: string): string | null {
  return Array.from(html.matchAll(entry), ([, src]) => src).join(' ') || null;
}

/** Which console runs here: the name of its code's entry, empty where the page names none. */
export function releaseOf(): string {
  const file = entryOf(document.documentElement.outerHTML)?.split('/').at(-1) ?? '';
  return file.replace(/\.\w+$/, '').slice(0, 100);
}

/** Whether the server serves another console than the one that runs here; false when it can't be asked. */
export async function isNewVersionServed(): Promise<boolean> {
  const running = entryOf(document.documentElement.outerHTML);
  try {
    const response = await fetch('/index.html', { cache: 'no-store' });
    const served = response.ok ? entryOf(await response.text()) : null;
    return running !== null && served !== null && served !== running;
  } catch {
    return false;
  }
}
