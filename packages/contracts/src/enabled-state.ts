import { valuesOf, type WordsOf } from './words.ts';

/** Of what is made in use, and can be put out of use and back. */
export const enabledStateWords = {
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
} as const satisfies WordsOf<string>;
export type EnabledState = keyof typeof enabledStateWords;
export const enabledStates = valuesOf(enabledStateWords);
