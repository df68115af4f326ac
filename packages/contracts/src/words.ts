import type { Label } from './endpoint.ts';

/** What a state means to its reader: done well, waiting for somebody, gone wrong, over, or plain information. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'info';

/** The words of one value of an enumeration and, for a state, how it looks. */
export interface Words extends Label {
  tone?: Tone;
}

/** The words of every value of an enumeration; screens, exports, the log and messages read them here. */
export type WordsOf<Value extends string> = Readonly<Record<Value, Words>>;

/** The values of an enumeration in the order of their words: how filters and menus show them. */
export function valuesOf<Value extends string>(words: WordsOf<Value>): [Value, ...Value[]] {
  return Object.keys(words) as [Value, ...Value[]];
}
