import { setPriority } from 'node:os';

/** Lets every other thread of the machine go first. Only Linux has a priority for a thread; elsewhere it is the whole process's and stays. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, 10);
}
