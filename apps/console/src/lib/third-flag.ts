import { readStored, storageKeys, writeStored } from './storage.ts';

/**
 * The seed's rule for the flag `third`: a path with /oauth only sets it; any other path loads the additional
 * module unless the flag was already set, and rewrites the flag either way.
 */
export async function applyThirdFlag(path: string, loadModule: () => Promise<unknown>): Promise<void> {
  const alreadySet = readStored(storageKeys.third) === 'true';
  writeStored(storageKeys.third, 'true');
  if (path.includes('/oauth') || alreadySet) return;
  await loadModule();
}
