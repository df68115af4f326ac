import { type operationLog as contract, operationResultWords } from '@xyxlx/contracts/operation-log';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { moment, typed, whole, worded } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { logLines } from './log-queries.ts';

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
    typed({ zh: '模块', en: 'Module' }, 'l.module'),
    typed({ zh: '动作', en: 'Action' }, 'l.action'),
    typed({ zh: '对象', en: 'Target' }, 'l.target_label'),
    typed({ zh: '变更前', en: 'Before' }, `coalesce(l.before::text, '')`),
    typed({ zh: '变更后', en: 'After' }, `coalesce(l.after::text, '')`),
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
