// What does not exist answers 406, which a screen shows; the address itself is well formed.
const nobody = '00000000-0000-7000-8000-000000000000';

/** An address that the pattern of a screen matches. */
export function addressOf(pattern: string): string {
  // Without an answer of the identity provider these two go and ask for one.
  if (pattern === '/oauth' || pattern === '/workwxsso') return `${pattern}?error=access_denied`;
  return pattern
    .replace('/:type/:code?', '/MONTHLY')
    .replace('/:code?', '')
    .replace('/subapp/:code', '/subapp/board')
    .replace(/:\w+/g, nobody);
}
