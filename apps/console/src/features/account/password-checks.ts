/** What the change-password form holds. */
export interface PasswordValues {
  oldPassword?: string | undefined;
  newPassword?: string | undefined;
  confirmPassword?: string | undefined;
}

type PasswordProblem =
  | 'password.check.old'
  | 'password.check.new'
  | 'password.check.confirm'
  | 'password.check.different';

/** The first thing wrong with the form, in the product's fixed order; null when it may be sent. */
export function passwordProblem({
  oldPassword,
  newPassword,
  confirmPassword,
}: PasswordValues): PasswordProblem | null {
  if (!oldPassword) return 'password.check.old';
  if (!newPassword) return 'password.check.new';
  if (!confirmPassword) return 'password.check.confirm';
  return newPassword === confirmPassword ? null : 'password.check.different';
}
