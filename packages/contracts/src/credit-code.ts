const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** The check character of the first 17 of a unified social credit code (GB 32100-2015). */
export function creditCodeCheck(first17: string): string {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * alphabet.indexOf(first17.charAt(index)),
    0,
  );
  return alphabet.charAt((31 - (sum % 31)) % 31);
}

/** Whether all 18 characters of a unified social credit code (统一社会信用代码) fit together. */
export function isCreditCode(text: string): boolean {
  return /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text) && creditCodeCheck(text.slice(0, 17)) === text.charAt(17);
}
