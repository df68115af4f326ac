import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';

/**
 * What whoever looks after the service finds in the demo: a task that failed once and is well again, reports of errors in
 * every state, and a sub-application that is out of use. */
export async function seedService(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const hour = 3_600_000;
  await tx.scheduledTask.create({
    data: {
      ...{ name: 'sendChannelRefunds', place: 1, outcome: 'SUCCEEDED', tookMs: 41 },
      ...{ startedAt: new Date(now.getTime() - hour), finishedAt: new Date(now.getTime() - hour) },
      failedAt: new Date(now.getTime() - 26 * hour),
      failure: { zh: '系统错误：connect ETIMEDOUT', en: 'System error: connect ETIMEDOUT' },
    },
  });
  // The data board is there from the first migration on.
  await tx.subApp.create({
    data: {
      ...{ id: idOf('sub-app/help'), code: 'help', nameZh: '帮助中心', nameEn: 'Help centre', place: 20 },
      ...{
        address: 'https://help.example.com/console/',
        enabled: false,
        createdBy: '平台管理员',
        updatedBy: '平台管理员',
      },
    },
  });
  await tx.errorReport.createMany({ data: reports.map((report, index) => reportOf(report, index, now)) });
}

type Report = Pick<Prisma.ErrorReportCreateManyInput, 'state' | 'note' | 'page' | 'reporter'> & {
  headline: string;
  hours: number;
  stack: string;
  resolution?: string;
};

const inForm = {
  headline: "TypeError: Cannot read properties of undefined (reading 'name')",
  stack: 'at StoreForm (/assets/store-form.js:1:2048)\n    at renderWithHooks (/assets/index.js:9:11302)',
  page: '/layout/merchant',
};

const reports: readonly Report[] = [
  { ...inForm, hours: 2, state: 'NEW', reporter: '财务经办', note: '保存门店后页面变为空白' },
  { ...inForm, hours: 5, state: 'NEW', reporter: '', note: '' },
  {
    ...{
      hours: 20,
      state: 'NEW',
      reporter: '客服小王',
      page: '/layout/paymentreceived/card',
      note: '导出一直转圈',
    },
    ...{ headline: 'TimeoutError: signal timed out', stack: 'at download (/assets/files.js:1:611)' },
  },
  {
    ...{
      hours: 30,
      state: 'SEEN',
      reporter: '财务复核',
      page: '/layout/index/approval',
      note: '点审批后没有反应',
    },
    ...{
      headline: 'ChunkLoadError: Loading chunk approval-drawer failed',
      stack: 'at importChunk (/assets/index.js:2:90)',
    },
  },
  {
    ...{ hours: 75, state: 'CLOSED', reporter: '', page: '/layout/bill', note: '' },
    ...{ headline: 'RangeError: Invalid time value', stack: 'at Date.toISOString (<anonymous>)' },
    resolution: '账单页读取了空的到期日，已在下一版修复',
  },
];

function reportOf(
  { hours, stack, headline, ...report }: Report,
  index: number,
  now: Date,
): Prisma.ErrorReportCreateManyInput {
  const createdAt = new Date(now.getTime() - hours * 3_600_000);
  const day = new Date(createdAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    ...report,
    ...{ id: idOf(`error-report/${index}`), ticket: `E${day}-${String(10_000_001 + index)}`, headline },
    serial: idOf(`error-report-request/${index}`),
    content: `time: ${createdAt.toISOString()}\npage: ${report.page}\n\n${headline}\n    ${stack}`,
    fingerprint: `demo-${headline.split(':')[0]}`,
    ...{ ip: '192.0.2.10', agent: 'Chrome 140 / Windows', release: 'index-demo', createdAt },
    ...(report.state !== 'NEW' && {
      ...{ version: 2, updatedAt: new Date(createdAt.getTime() + 3_600_000), updatedBy: '平台管理员' },
    }),
  };
}
