/** A file's name as it is shown: it never becomes a path, but control characters and folders have no place in a list either. */
export function shownName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return last.replace(/\p{Cc}/gu, '').slice(-200) || 'file';
}
