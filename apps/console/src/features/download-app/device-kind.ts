/** Which platform a browser runs on, as far as its name tells. */
export function deviceKind(userAgent: string): 'ios' | 'android' | 'web' {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'web';
}
