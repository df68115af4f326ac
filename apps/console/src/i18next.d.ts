import type shell from './features/shell/locales/zh.json';
import type kitForm from './kit/form/locales/zh.json';
import type kitImport from './kit/import/locales/zh.json';
import type kit from './kit/locales/zh.json';
import type { TextNamespaces } from './lib/text-namespaces.ts';

// Keys are checked by the compiler.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: TextNamespaces & {
      kit: typeof kit;
      'kit/form': typeof kitForm;
      'kit/import': typeof kitImport;
      shell: typeof shell;
    };
  }
}
