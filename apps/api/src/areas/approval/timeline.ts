import { type ApprovalRow, approvalStateWords } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import { visibleApprovals } from '../../platform/approval/approval-scope.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';
import type { About, Reader, TimelineSource } from '../../platform/timeline/timeline-source.ts';
import type { Area } from '../area.ts';

/** Which approvals are about the record. */
type Which = (id: string) => Sql;

const rows =
  (which: Which, more = raw('')) =>
  ({ tenantId, id }: About, { session }: Reader): Sql =>
    sql`approvals a WHERE a.tenant_id = ${tenantId}::uuid AND ${which(id)} ${more} AND ${visibleApprovals(session, 'a')}`;

const labelOf = (type: string | null, { deps }: Reader): Label =>
  deps.registry.approvals.get(type as string)?.label ?? { zh: type ?? '', en: type ?? '' };

/** What was handed in, and what became of it: each at its time. */
const approvalsOf = (which: Which): readonly TimelineSource[] => [
  {
    kind: 'APPROVAL',
    from: rows(which),
    at: 'a.created_at',
    tie: 'a.id',
    select: {
      ...{ by: 'a.maker_name', word: 'a.subject_type', number: 'a.subject_label', text: 'a.reason' },
      ...{ state: 'a.state', amount: 'a.amount', about: 'a.id' },
    },
    tell: ({ word, state }, reader) => {
      const { zh, en } = labelOf(word, reader);
      return {
        title: { zh: `提交审批：${zh}`, en: `Handed in: ${en}` },
        // What was decided stands above, at its own time.
        state: state === 'PENDING' ? approvalStateWords.PENDING : undefined,
        leadsTo: 'approval',
      };
    },
  },
  {
    kind: 'APPROVAL',
    from: rows(which, raw('AND a.decided_at IS NOT NULL')),
    at: 'a.decided_at',
    tie: 'a.id',
    select: {
      ...{
        by: 'a.checker_name',
        word: 'a.subject_type',
        number: 'a.subject_label',
        text: 'a.decision_reason',
      },
      ...{ state: 'a.state', amount: 'a.amount', about: 'a.id' },
    },
    tell: ({ word, state }, reader) => {
      const { zh, en } = labelOf(word, reader);
      return {
        title: { zh: `审批结果：${zh}`, en: `Decided: ${en}` },
        state: approvalStateWords[state as ApprovalRow['state']],
        leadsTo: 'approval',
      };
    },
  },
];

const subject = (type: string) =>
  approvalsOf((id) => sql`a.subject_type = ${type} AND a.subject_id = ${id}::uuid`);

/** The approvals of a merchant with all that is its own, those about an employee, a payment or a bill. */
export const approvalTimelines: NonNullable<Area['timelines']> = {
  merchant: approvalsOf((id) => sql`a.merchant_id = ${id}::uuid`),
  employee: approvalsOf((id) => sql`a.about_id = ${id}::uuid`),
  consumption: subject('consumptionRefund'),
  bill: subject('billConfirmation'),
};
