import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'dev-panel': typeof texts;
  }
}

export const devPanelScreens: readonly Screen[] = [
  {
    path: paths.devPanel,
    title: { zh: '开发者面板', en: 'Developer panel' },
    texts: ['dev-panel'],
    load: () => import('./dev-panel-page.tsx'),
  },
];
