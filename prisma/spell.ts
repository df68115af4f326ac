import { pinyin } from 'pinyin-pro';

/** So much of a name is spelled: nobody types more. */
const spelledCharacters = 40;

/** How a name is spelled, and its characters' first letters, small and without spaces; a surname is read as one. */
export function spell(name: string): { namePinyin: string; nameInitials: string } {
  const syllables = pinyin([...name].slice(0, spelledCharacters).join(''), {
    toneType: 'none',
    type: 'array',
    mode: 'surname',
    nonZh: 'consecutive',
    v: true,
  }).map((syllable) => syllable.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return {
    namePinyin: syllables.join(''),
    nameInitials: syllables.map((syllable) => syllable.slice(0, 1)).join(''),
  };
}
