import type { User } from '@xyxlx/contracts/user-account';

/** The keys the product keeps in local storage; other projects read them too, so they never change. */
export const storageKeys = { token: 'token', user: 'user', third: 'third' } as const;

/** Reads a value; null when it is missing or the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value; false when the browser refuses storage. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Empties local storage, as the product does whenever a session ends. */
export function clearStored(): void {
  try {
    localStorage.clear();
  } catch {
    // A browser that refuses storage has nothing to clear.
  }
}

/** The stored token, or null; an empty string counts as none. */
export function readToken(): string | null {
  return readStored(storageKeys.token) || null;
}

/** Keeps the token for every tab. */
export function writeToken(token: string): void {
  writeStored(storageKeys.token, token);
}

/** The signed-in user as stored at sign-in or by the last look at the profile; null when absent or unreadable. */
export function readUser(): User | null {
  const text = readStored(storageKeys.user);
  if (text !== lastRead.text) lastRead = { text, user: parseUser(text) };
  return lastRead.user;
}

// Every part of a screen that asks what one may do reads the user.
let lastRead: { text: string | null; user: User | null } = { text: null, user: null };

/** Reads a stored user; null when there is none, or one that an older client stored in part. */
export function parseUser(text: string | null): User | null {
  if (!text) return null;
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

/** Keeps the signed-in user for every tab. */
export function writeUser(user: User): void {
  writeStored(storageKeys.user, JSON.stringify(user));
}

function isUser(value: unknown): value is User {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'mobile' in value &&
    'permissions' in value
  );
}
