/** A key that nobody guesses, of 32 hexadecimal digits. Not `randomUUID`: over plain http browsers have it for this machine's own addresses alone. */
export function randomKey(): string {
  // biome-ignore lint/style/noRestrictedGlobals: this is what stands in its place
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
