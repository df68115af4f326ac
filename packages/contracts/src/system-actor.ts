import type { Label } from './endpoint.ts';

/** Who it was where the service itself acted by the clock; records keep the Chinese name. */
export const systemActor: Label = { zh: '系统', en: 'System' };
