import type { CalendarLayer } from '@xyxlx/contracts/work-calendar';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';

/** Throws a `Refusal` where somebody who is no platform administrator would change every tenant's calendar. */
export function refuseForeignLayer({ scope }: Session, layer: CalendarLayer): void {
  if (layer === 'NATIONAL' && !scope.all) {
    throw new Refusal({
      zh: '国家日历由平台管理员维护',
      en: 'A platform administrator keeps the national calendar',
    });
  }
}
