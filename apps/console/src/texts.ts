import type { ResourceKey } from 'i18next';
import type { Language } from './lib/i18n.ts';

const folders = import.meta.glob<Record<Language, ResourceKey>>(
  [
    './kit/locales/zh.json',
    './kit/*/locales/zh.json',
    './features/*/locales/zh.json',
    './features/*/*/locales/zh.json',
  ],
  { query: '?both-languages' },
);

/**
 * Fetches the texts of a namespace: `kit` or a folder of it, the name of a feature's folder, or that of a part of it, such as
 * `compliance/cases`.
 */
export async function loadTexts(language: Language, namespace: string): Promise<ResourceKey> {
  const folder = /^kit\b/.test(namespace) ? namespace : `features/${namespace}`;
  const load = folders[`./${folder}/locales/zh.json`];
  if (!load) throw new Error(`There are no texts for ${namespace} in ${language}`);
  return (await load())[language];
}
