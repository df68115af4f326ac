import type { Words } from '@xyxlx/contracts/words';
import { labelText } from '../lib/label.ts';
import { ToneTag } from './tone-tag.tsx';

/** A record's state in its words and tone. */
export function StateTag({ words }: { words: Words }) {
  return <ToneTag tone={words.tone ?? 'quiet'}>{labelText(words)}</ToneTag>;
}
