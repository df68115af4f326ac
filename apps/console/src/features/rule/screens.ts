import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    rule: typeof texts;
  }
}

export const ruleScreens: readonly Screen[] = [
  {
    path: paths.rules,
    title: { zh: '使用规则', en: 'Usage rules' },
    permission: 'rule.view',
    group: 'platform',
    opens: { institution: 'open' },
    texts: ['rule'],
    load: () => import('./institution-list-page.tsx'),
    records: {
      institution: { zh: '制度', en: 'Policy' },
      institutionVersion: { zh: '制度发布', en: 'Publication of a policy' },
      ruleSetting: { zh: '规则设置', en: 'Rule setting' },
    },
  },
];
