import type { Label } from '@xyxlx/contracts/endpoint';
import { logModuleWords } from '@xyxlx/contracts/log-words';
import { type operationLog as contract, operationResultWords } from '@xyxlx/contracts/operation-log';
import type { z } from 'zod';
import type { Language } from '../../core/language.ts';
import { operationOf } from '../../core/operation.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { type Column, moment, typed, whole, worded } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { loggedActions } from './action-label.ts';
import { logLines } from './log-queries.ts';
import { changeWords, wordOf } from './words.sql.ts';

/** The log's rows of a list. */
export const logExport: ExportDefinition<z.output<typeof contract.exportOperationLog.input>> = {
  operation: operationOf('operationLog', 'exportOperationLog'),
  title: { zh: '操作日志', en: 'Operation log' },
  // Every text is guarded: somebody who can write to the table could make even the service's own texts begin a formula.
  columns: (language) => [
    whole({ zh: '序号', en: 'No.' }, 's.seq'),
    moment({ zh: '时间', en: 'Time' }, 'l.created_at'),
    typed({ zh: '操作人', en: 'Actor' }, 'l.actor_name'),
    typed({ zh: '操作人所属租户', en: "Actor's tenant" }, `coalesce(l.actor_tenant_name, '')`),
    typed({ zh: '角色', en: 'Roles' }, `array_to_string(l.actor_roles, ',')`),
    words({ zh: '模块', en: 'Module' }, wordOf(sql`l.module`, logModuleWords, language)),
    words({ zh: '动作', en: 'Action' }, actionWords(language)),
    typed({ zh: '对象', en: 'Target' }, 'l.target_label'),
    words({ zh: '变更前', en: 'Before' }, changeWords('l.before', 'l.after', language)),
    words({ zh: '变更后', en: 'After' }, changeWords('l.after', 'l.before', language)),
    typed({ zh: '原因', en: 'Reason' }, `coalesce(l.reason, '')`),
    worded({ zh: '结果', en: 'Result' }, 'l.result', operationResultWords, language),
    typed({ zh: '未执行的原因', en: 'Why not' }, `coalesce(l.failure->>'${language}', '')`),
    typed({ zh: 'IP', en: 'IP' }, 'l.ip'),
    typed({ zh: '客户端', en: 'Agent' }, 'l.agent'),
    typed({ zh: '追踪号', en: 'Trace id' }, 'l.trace_id'),
  ],
  tenantOf: logLines.alias,
  ...rowsOfList(logLines),
};

/** A column of words that are put together from what the log kept. */
function words(label: Label, text: Sql): Column {
  const { value, ...column } = typed(label, 'w.text');
  return { ...column, value: sql`(SELECT ${value} FROM (SELECT ${text} AS text) w)` };
}

/** What an action is called that is an endpoint's; a step of the service itself goes by its own name. */
function actionWords(language: Language): Sql {
  const labels = loggedActions(new Map()).map(({ module, action, label }) => [`${module}.${action}`, label]);
  return wordOf(sql`(l.module || '.' || l.action)`, Object.fromEntries(labels), language, sql`l.action`);
}
