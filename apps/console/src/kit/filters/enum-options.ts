import { valuesOf, type WordsOf } from '@xyxlx/contracts/words';
import { labelText } from '../../lib/label.ts';

/** An enumeration as the options of a select, in its own order and the language in use. */
export function enumOptions<Value extends string>(words: WordsOf<Value>): { value: Value; label: string }[] {
  return valuesOf(words).map((value) => ({ value, label: labelText(words[value]) }));
}
