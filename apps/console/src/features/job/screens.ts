import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    job: typeof texts;
  }
}

export const jobScreens: readonly Screen[] = [
  {
    path: paths.job,
    title: { zh: '后台任务', en: 'Background work' },
    group: 'home',
    opens: { job: 'open' },
    texts: ['job'],
    load: () => import('./job-list-page.tsx'),
    records: { job: { zh: '后台任务', en: 'Background work' } },
  },
];

/** What of the service itself its platform looks after. */
export const scheduleScreens: readonly Screen[] = [
  {
    path: paths.scheduledTask,
    title: { zh: '计划任务', en: 'Scheduled tasks' },
    permission: 'service.view',
    group: 'system',
    opens: { scheduledTask: 'open' },
    texts: ['job'],
    load: () => import('./schedule-list-page.tsx'),
    records: { scheduledTask: { zh: '计划任务', en: 'Scheduled task' } },
  },
];
