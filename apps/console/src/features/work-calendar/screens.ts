import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'work-calendar': typeof texts;
  }
}

export const workCalendarScreens: readonly Screen[] = [
  {
    path: paths.workCalendar,
    title: { zh: '工作日历', en: 'Work calendar' },
    permission: 'creditlimit.view',
    group: 'limit',
    texts: ['work-calendar'],
    load: () => import('./work-calendar-page.tsx'),
    todos: {
      calendarMissing: {
        title: { zh: '明年工作日历待发布', en: 'Next year’s work calendar is missing' },
        query: (today) => `year=${Number(today.slice(0, 4)) + 1}`,
      },
    },
    records: { workCalendar: { zh: '工作日历', en: 'Work calendar' } },
  },
];
