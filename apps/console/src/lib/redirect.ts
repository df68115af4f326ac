/** Where to go after sign-in: the asked-for path of this site, or the fallback for anything that could lead elsewhere. */
export function safeRedirect(asked: string | null, fallback: string): string {
  if (!asked?.startsWith('/')) return fallback;
  try {
    const url = new URL(asked, window.location.origin);
    const target = url.pathname + url.search + url.hash;
    // `//host`, `/\host` and the like change the origin; `/login` itself would send one in a circle.
    const leaves = url.origin !== window.location.origin || target.startsWith('//');
    return leaves || url.pathname === '/login' || url.pathname === '/' ? fallback : target;
  } catch {
    return fallback;
  }
}
