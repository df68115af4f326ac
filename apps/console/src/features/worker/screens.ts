import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    worker: typeof texts;
  }
}

export const workerScreens: readonly Screen[] = [
  {
    path: paths.worker,
    title: { zh: '后台计算', en: 'Background work' },
    texts: ['worker'],
    load: () => import('./worker-page.tsx'),
  },
];
