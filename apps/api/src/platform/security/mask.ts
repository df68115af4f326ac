/** 138****0001; an e-mail keeps its first letter and its domain. */
export function maskMobile(mobile: string): string {
  const at = mobile.indexOf('@');
  if (at > 0) return `${mobile.slice(0, 1)}***${mobile.slice(at)}`;
  if (mobile.length < 8) return '***';
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** The last four of a card or account number. */
export function maskAccount(account: string): string {
  return `**** ${account.slice(-4)}`;
}

/** What was searched for, as the log may keep it: no whole mobile number, e-mail or account number, wherever in the text. */
export function maskedKeyword(keyword: string): string {
  // Begun at the start of a word alone: from each letter of a long one it would be gone through again.
  return keyword.replace(/(?<![^\s@])[^\s@]+@[^\s@]+/g, maskMobile).replace(/\d{11,}/g, maskMobile);
}
