/** Digits and capital letters that nobody takes for one another; as many as a prime, so that what is multiplied comes out different. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const size = alphabet.length;
const places = 5;
const codes = size ** places;
/** Any number that the prime does not divide: neighbours come out far apart. */
const stride = 17_041_153;
/** One weight a place, all different, so that two exchanged characters show as well as a wrong one. */
const weights = [1, 2, 3, 5, 7];

/**
 * The code of a tenant's nth transfer: C, five characters that no other has, and one that shows a slip of the pen. The first 28,629,151
 * are all different.
 */
export function transferCodeOf(nth: number): string {
  const number = Number((BigInt(nth) * BigInt(stride)) % BigInt(codes));
  const digits = Array.from({ length: places }, (_, place) => Math.floor(number / size ** place) % size);
  const check = digits.reduce((sum, digit, place) => sum + digit * (weights[place] as number), 0) % size;
  return `C${[...digits, check].map((digit) => alphabet[digit]).join('')}`;
}
