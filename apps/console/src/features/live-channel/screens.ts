import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'live-channel': typeof texts;
  }
}

export const liveChannelScreens: readonly Screen[] = [
  {
    path: paths.liveChannel,
    title: { zh: '实时通道', en: 'Live channel' },
    texts: ['live-channel'],
    load: () => import('./live-channel-page.tsx'),
  },
];
