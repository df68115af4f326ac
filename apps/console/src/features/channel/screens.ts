import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    channel: typeof texts;
  }
}

export const channelScreens: readonly Screen[] = [
  {
    path: paths.channel,
    title: { zh: '渠道账号绑定', en: 'Channel accounts' },
    permission: 'channel.view',
    group: 'system',
    texts: ['channel'],
    load: () => import('./binding-list-page.tsx'),
    records: {
      channelBinding: { zh: '渠道账号', en: 'Channel account' },
    },
  },
];
