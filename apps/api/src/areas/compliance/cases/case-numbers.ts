/** What the numbers of cases begin with, as AJ00000361. */
export const caseNumbers = 'AJ';
