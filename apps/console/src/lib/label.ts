import type { Label } from '@xyxlx/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n.ts';

/** Picks the words of a label in the language in use; for code outside components. */
export function labelText(label: Label): string {
  return label[currentLanguage()];
}

/** Several words in a row, parted as the language in use parts them. */
export function wordsText(words: readonly string[]): string {
  return words.join(currentLanguage() === 'zh' ? '、' : ', ');
}

/** A function that picks the words of a label, and a new render when the language changes. */
export function useLabel(): (label: Label) => string {
  useTranslation('common');
  return labelText;
}
