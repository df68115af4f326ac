import type { consumption as contract } from '@xyxlx/contracts/consumption';
import type { paymentDecision } from '@xyxlx/contracts/payment-decision';
import type { paymentNotice } from '@xyxlx/contracts/payment-notice';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { queryTimeline } from '../../platform/timeline/query-timeline.ts';
import type { Handlers } from '../../wire/implement.ts';
import { consumptionDetail, consumptions, sumConsumption } from './consumption.sql.ts';
import { consumptionExport } from './consumption-export.ts';
import { notifyPayment } from './notify-payment.ts';
import { notifyRefund } from './notify-refund.ts';
import { explainDecision } from './payment-decision.ts';
import { refund, revoke } from './refund.ts';

export const consumption: Handlers<typeof contract & typeof paymentDecision & typeof paymentNotice> = {
  queryConsumption: (call) => queryList(call, consumptions),

  sumConsumption,

  getConsumption: async ({ input, session, deps }) =>
    consumptionDetail(deps.database.pool, session, input.id, deps.clock.businessNow()),

  queryTimeline: (call) => queryTimeline(call, consumptions, call.deps.registry.timelines.consumption),

  explainDecision,

  notifyPayment,
  notifyRefund,

  refundConsumption: (call) =>
    change(call, async (tx) => {
      const { input, session, now } = call;
      const approvalId = await refund(tx, call, input);
      return { ...(await consumptionDetail(tx, session, input.id, now)), approvalId };
    }),

  revokeConsumption: (call) =>
    change(call, async (tx) => {
      const { input, session, now } = call;
      const approvalId = await revoke(tx, call, input);
      return { ...(await consumptionDetail(tx, session, input.id, now)), approvalId };
    }),

  exportConsumption: (call) => exportFile(call, consumptionExport),
};
