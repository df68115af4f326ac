import type { Label } from '@xyxlx/contracts/endpoint';
import { logFieldWords } from '@xyxlx/contracts/log-words';
import { type OperationResult, operationResultWords } from '@xyxlx/contracts/operation-log';
import type { PageKind } from '@xyxlx/contracts/timeline';
import { sql } from '../../platform/db/sql.ts';
import type { Reader, TimelineSource } from '../../platform/timeline/timeline-source.ts';
import type { Area } from '../area.ts';
import { actionLabel } from './action-label.ts';
import { visibleLog } from './log-queries.ts';

interface Told {
  /** What became of the record, by `area.action`: whoever sees it sees its state, and is told who changed it, when and why. */
  steps: readonly string[];
  /** What other entries tell of. */
  elsewhere: readonly string[];
}

const told: Readonly<Record<PageKind, Told>> = {
  merchant: {
    steps: [
      ...['editMerchant', 'enableMerchant', 'disableMerchant', 'closeMerchant', 'moveMerchant'].map(
        (action) => `merchant.${action}`,
      ),
      ...['employee.importEmployee', 'employee.undoImport'],
    ],
    elsewhere: ['merchant.addMerchant'],
  },
  employee: {
    steps: ['edit', 'activate', 'freeze', 'unfreeze', 'leave', 'label'].map(
      (action) => `employee.${action}Employee`,
    ),
    elsewhere: ['employee.addEmployee', 'limit.adjustLimit', 'limit.undoAdjustment'],
  },
  consumption: {
    steps: [],
    elsewhere: ['consumption.refundConsumption', 'consumption.revokeConsumption'],
  },
  bill: {
    steps: [],
    elsewhere: ['issue', 'confirm', 'dispute', 'followUp', 'answer', 'settle'].map(
      (action) => `bill.${action}Bill`,
    ),
  },
};

const seesLog = ({ session }: Reader) => session.permissions.has('operationlog.view');

/** The fields that an edit changed, by their names in the log. */
const changed = `CASE WHEN l.before IS NOT NULL AND jsonb_typeof(l.after) = 'object' THEN
  (SELECT string_agg(k, ',' ORDER BY k) FROM jsonb_object_keys(l.after) k WHERE l.before -> k IS DISTINCT FROM l.after -> k) END`;

/** What the log has of a record: all of it for who sees the log, as far as they see it; otherwise the steps of the record alone. */
const logOf = (type: PageKind): TimelineSource => ({
  kind: 'RECORD',
  from: ({ tenantId, id }, reader) => {
    const { steps, elsewhere } = told[type];
    const action = sql`l.module || '.' || l.action`;
    const seen = seesLog(reader)
      ? sql`${visibleLog(reader.session)} AND NOT (l.result = 'SUCCESS' AND ${action} = ANY(${[...elsewhere]}::text[]))`
      : sql`l.result = 'SUCCESS' AND ${action} = ANY(${[...steps]}::text[])`;
    return sql`operation_logs l WHERE l.tenant_id = ${tenantId}::uuid AND l.target_type = ${type} AND l.target_id = ${id}::text AND ${seen}`;
  },
  at: 'l.created_at',
  tie: 'l.id',
  select: {
    ...{ by: 'l.actor_name', word: `l.module || '.' || l.action`, text: 'l.reason', state: 'l.result' },
    ...{ number: changed, about: 'l.id' },
  },
  tell: ({ word, number: fields, text, state }, reader) => {
    const [module = '', action = ''] = (word as string).split('.');
    const { language } = reader.request;
    const names = (fields ?? '').split(',').flatMap((field) => nameOf(field, language));
    return {
      title: actionLabel(reader.deps.registry.steps, module, action),
      state: state === 'SUCCESS' ? undefined : operationResultWords[state as OperationResult],
      text: [text, seesLog(reader) && names.join(language === 'zh' ? '、' : ', ')]
        .filter(Boolean)
        .join(' · '),
      number: null,
      leadsTo: seesLog(reader) ? 'operationLog' : undefined,
    };
  },
});

function nameOf(field: string, language: keyof Label): string[] {
  const words = logFieldWords[field];
  return words ? [words[language]] : [];
}

export const logTimelines: NonNullable<Area['timelines']> = {
  merchant: [logOf('merchant')],
  employee: [logOf('employee')],
  consumption: [logOf('consumption')],
  bill: [logOf('bill')],
};
