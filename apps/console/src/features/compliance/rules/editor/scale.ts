/** What a plot leaves above and below its scale, in px. */
export const plotTop = 14;
export const plotBottom = 30;

/** The end of a scale of amounts that holds one, in fen: 1, 2 or 5 times a power of ten, and a little above it. */
export function niceTop(most: number): number {
  const wanted = Math.max(most, 10_000) * 1.05;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((one) => one * power >= wanted) ?? 10;
  return factor * power;
}
