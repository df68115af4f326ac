/** What the sign-in screen is told by whatever leads there, beside its address. */
export interface SignInState {
  /** Why the session before ended, in words. */
  ended: string | null;
}
