import type { Logger } from 'pino';
import type { Clock } from './clock.ts';

/**
 * All that the service is built from; tests hand in their own clock, captcha or messenger. Each part of the platform adds itself
 * beside its type (`declare module`), so that nothing below has to know what stands above it; `make-deps.ts` makes them all.
 */
export interface Deps {
  clock: Clock;
  log: Logger;
}
