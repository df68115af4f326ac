import { riskMeasureWords, riskReportKindWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { yuanText } from '../../../platform/money/yuan-text.ts';
import { shanghaiTime } from '../../../platform/time/shanghai.ts';
import type { Dossier } from './dossier.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Whatever people typed is text. */
function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] as string);
}

const style = `body{font:14px/1.6 "Noto Sans SC",sans-serif;max-width:180mm;margin:12mm auto;color:#000}
h1{font-size:20px;text-align:center}h2{font-size:15px;margin-top:8mm}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #000;padding:2px 6px;text-align:left;font-weight:400}th{background:#eee;white-space:nowrap}
p{white-space:pre-wrap;overflow-wrap:anywhere}@page{size:A4;margin:15mm}@media print{body{margin:0}tr{break-inside:avoid}}`;

/** A report as it is printed; it runs no script and loads nothing. */
export function reportHtml({ report, case: row, hits, subjects, attachments }: Dossier): string {
  const facts: [string, string][] = [
    ['报告编号', report.reportNo],
    ...(report.corrects ? [['更正报告', report.corrects] as [string, string]] : []),
    ['报告类型', riskReportKindWords[report.kind].zh],
    ['案件', `${row.caseNo}　${row.rule}`],
    [
      '主体',
      `${riskSubjectWords[row.subjectType].zh}　${subjects.map(({ no, name }) => `${no} ${name}`).join('；')}`,
    ],
    ['严重程度', `${riskSeverityWords[row.severity].zh}　评分 ${row.score}`],
    ['预警', `${row.alertCount} 条，合计 ${yuanText(Number(row.amount))} 元`],
    [
      '已采取措施',
      report.measures
        .map((measure) => riskMeasureWords[measure as keyof typeof riskMeasureWords].zh)
        .join('、'),
    ],
    ['提交', `${report.createdBy}　${shanghaiTime(report.createdAt)}`],
    ['批准', `${report.approvedBy}　${report.approvedAt ? shanghaiTime(report.approvedAt) : ''}`],
  ];
  const found = hits.map(({ at, severity, score, amount, facts: seen }) => [
    ...[
      shanghaiTime(at),
      riskSeverityWords[severity].zh,
      String(score),
      yuanText(Number(amount)),
      JSON.stringify(seen),
    ],
  ]);
  const cells = (kind: 'th' | 'td', values: readonly string[]) =>
    `<tr>${values.map((value) => `<${kind}>${text(value)}</${kind}>`).join('')}</tr>`;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(report.reportNo)}</title><style>${style}</style></head><body>
<h1>可疑报告</h1>
<table>${facts.map(([name, value]) => `<tr><th>${text(name)}</th><td>${text(value)}</td></tr>`).join('')}</table>
<h2>情况说明</h2>
<p>${text(report.narrative)}</p>
<h2>命中</h2>
<table>${cells('th', ['时间', '严重程度', '评分', '金额（元）', '事实'])}${found.map((line) => cells('td', line)).join('')}</table>
<h2>附件</h2>
<p>${attachments.map(({ fileName, sha256 }) => text(`${fileName}　${sha256}`)).join('\n')}</p>
</body></html>
`;
}
