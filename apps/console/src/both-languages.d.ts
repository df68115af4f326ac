// See vite/both-languages.ts.
declare module '*?both-languages' {
  import type { ResourceKey } from 'i18next';

  export const zh: ResourceKey;
  export const en: ResourceKey;
}
