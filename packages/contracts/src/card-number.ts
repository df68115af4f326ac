/** The first six digits of every card: MII 9, which is no network's. */
export const cardIin = '999900';

/** How many digits a card's number has. */
const panLength = 16;

/** Whether a text is a whole card number: 16 digits of the own issuer whose last one checks the others (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(text: string): boolean {
  return text.length === panLength && /^\d+$/.test(text) && text.startsWith(cardIin) && checksByLuhn(text);
}

/** Whether the last digit of a number checks the others. */
export function checksByLuhn(digits: string): boolean {
  return luhnDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** The digit that checks those before it. */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A number as it is shown: its first six and last four digits. */
export function maskCardNumber({ firstSix, lastFour }: { firstSix: string; lastFour: string }): string {
  return `${firstSix}******${lastFour}`;
}
