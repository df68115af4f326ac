import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../platform/load/lower-priority.ts';
import { makeDataKeys } from '../../platform/security/data-keys.ts';
import { type KeptNumber, keepNumber, newCardNumber } from './card-number.ts';

/** The secrets of the settings, which the thread's keys are derived from. */
export type NumberSecrets = [string, ...string[]];

/** Another card's number as it is kept, of the card with this id. */
export interface MadeNumber extends KeptNumber {
  id: string;
  /** Its hashes by older keys, under which a card of the past may have the same number. */
  olderIndexes: string[];
}

lowerPriority();
const keys = makeDataKeys(workerData as NumberSecrets);

parentPort?.on('message', (ids: readonly string[]) => {
  parentPort?.postMessage(ids.map(madeFor));
});

function madeFor(id: string): MadeNumber {
  const pan = newCardNumber();
  return { id, ...keepNumber(keys, id, pan), olderIndexes: keys.cardIndexes(pan).slice(1) };
}
