import { createHash } from 'node:crypto';
import { authorizationStateWords } from '@xyxlx/contracts/card-spending-kinds';
import { riskMeasureWords, riskReportKindWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { consumptionStateWords, consumptionTypeWords, payChannelWords } from '@xyxlx/contracts/consumption';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { Database } from '../../../platform/db/database.ts';
import type { ZipEntry } from '../../../platform/exports/zip.ts';
import { yuanText } from '../../../platform/money/yuan-text.ts';
import { byteOrderMark, csvRecord } from '../../../platform/table-files/write-csv.ts';
import { shanghaiTime } from '../../../platform/time/shanghai.ts';
import type { Dossier } from './dossier.ts';
import { reportHtml } from './report-html.ts';

/** The files of a report: what it says, what it rests on, and a list of their hashes that `sha256sum --check` reads. */
export function reportEntries(dossier: Dossier, { prisma }: Pick<Database, 'prisma'>): ZipEntry[] {
  const texts = [
    { name: 'report.json', content: `${JSON.stringify(reportJson(dossier), null, 2)}\n` },
    { name: 'report.html', content: reportHtml(dossier) },
    { name: 'transactions.csv', content: transactions(dossier) },
    { name: 'subjects.csv', content: subjects(dossier) },
    { name: 'notes.json', content: `${JSON.stringify(dossier.notes, null, 2)}\n` },
  ];
  const files = dossier.attachments.map(({ tenantId, id, fileName, sha256 }, n) => ({
    name: `attachments/${String(n + 1).padStart(2, '0')}-${plainName(fileName)}`,
    sha256,
    // One at a time, as its turn comes: all together they may be 200 MiB.
    content: read(async () => {
      const { data } = await prisma.attachment.findUniqueOrThrow({
        where: { tenantId_id: { tenantId, id } },
      });
      return Buffer.from(data);
    }),
  }));
  const sums = [
    ...texts.map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}`),
    ...files.map(({ name, sha256 }) => `${sha256}  ${name}`),
  ];
  return [
    ...texts,
    ...files.map(({ name, content }) => ({ name, content })),
    { name: 'manifest.sha256', content: `${sums.join('\n')}\n` },
  ];
}

async function* read(bytes: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes();
}

/** A name that no archive program and no list of hashes stumbles over. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(-100);
}

const worded = (words: Readonly<Record<string, Label>>, key: string) => words[key]?.zh ?? key;

function reportJson({ report, case: row, hits }: Dossier) {
  return {
    no: report.reportNo,
    corrects: report.corrects,
    kind: worded(riskReportKindWords, report.kind),
    narrative: report.narrative,
    measures: report.measures.map((measure) => worded(riskMeasureWords, measure)),
    dueOn: report.dueOn.toISOString().slice(0, 10),
    createdAt: report.createdAt,
    createdBy: report.createdBy,
    approvedAt: report.approvedAt,
    approvedBy: report.approvedBy,
    case: {
      no: row.caseNo,
      rule: row.rule,
      subject: worded(riskSubjectWords, row.subjectType),
      severity: worded(riskSeverityWords, row.severity),
      score: row.score,
      alerts: row.alertCount,
      amount: Number(row.amount),
      openedAt: row.openedAt,
    },
    hits: hits.map(({ id, at, score, severity, amount, eventType, eventId, facts }) => ({
      ...{ id, at, score, severity: worded(riskSeverityWords, severity), amount: Number(amount) },
      ...{ eventType, eventId, facts },
    })),
  };
}

/** Of a record, and of what was only asked of a card. */
const paymentStateWords = { ...consumptionStateWords, ...authorizationStateWords };

function transactions({ payments }: Dossier): string {
  const head = [
    '流水号',
    '时间',
    '类型',
    '状态',
    '金额（元）',
    '企业支付（元）',
    '个人支付（元）',
    '渠道',
    '收款商户',
    '命中',
  ];
  const lines = payments.map((payment) => [
    payment.paymentNo,
    shanghaiTime(payment.paidAt),
    worded(consumptionTypeWords, payment.type),
    worded(paymentStateWords, payment.state),
    ...[payment.amount, payment.enterprise, payment.personal].map(yuanText),
    worded(payChannelWords, payment.channel),
    payment.payee,
    payment.isHit ? '是' : '',
  ]);
  return table(head, lines);
}

function subjects({ subjects: people }: Dossier): string {
  const head = ['编号', '名称', '手机号', '商户', '公司', '起', '止'];
  return table(
    head,
    people.map(({ no, name, mobile, merchant, company, since, until }) => [
      ...[no, name, mobile, merchant, company, since, until],
    ]),
  );
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return byteOrderMark + [head, ...lines].map(csvRecord).join('');
}
