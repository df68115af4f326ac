import type common from './locales/zh.json';

/** The texts by their namespaces; every feature adds its own in its `screens.ts`. */
export interface TextNamespaces {
  common: typeof common;
}
