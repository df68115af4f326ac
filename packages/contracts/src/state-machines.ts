import { approvalTransitions } from './approval.ts';
import { billTransitions } from './bill.ts';
import { limitBatchTransitions } from './bill-change.ts';
import { brandTransitions } from './brand.ts';
import { cardTransitions } from './card.ts';
import { cardOrderTransitions } from './card-order.ts';
import { cardOrderRefundTransitions } from './card-order-refund.ts';
import { cardProductTransitions } from './card-product.ts';
import { cardRequestTransitions } from './card-request.ts';
import { bindingTransitions } from './channel.ts';
import { channelRefundTransitions } from './channel-refund-states.ts';
import { certificationTransitions } from './company.ts';
import { riskCaseTransitions } from './compliance-case-states.ts';
import { riskRuleTransitions } from './compliance-rule.ts';
import { paymentTransitions } from './consumption.ts';
import { employeeTransitions } from './employee.ts';
import { errorReportTransitions } from './error-report.ts';
import { fundTransferTransitions } from './fund.ts';
import { invoiceTransitions } from './invoice.ts';
import { issueTransitions } from './issue.ts';
import { executionTransitions } from './issue-execution.ts';
import { issuePlanTransitions } from './issue-plan.ts';
import { jobTransitions } from './job.ts';
import { lotteryTransitions } from './lottery.ts';
import { merchantTransitions } from './merchant.ts';
import { platformTransitions } from './platform.ts';
import { platformAccountTransitions } from './platform-account.ts';
import { breakTransitions, reconciliationTransitions } from './reconciliation.ts';
import { institutionTransitions } from './rule.ts';
import { statementLineTransitions } from './statement.ts';
import { storeTransitions } from './store.ts';
import { subAppTransitions } from './sub-app.ts';
import { tenantTransitions } from './tenant.ts';
import { topUpTransitions } from './top-up.ts';
import { topUpReversalTransitions } from './top-up-reversal.ts';
import type { Transitions } from './transitions.ts';
import { userTransitions } from './user-administration.ts';
import { voucherTransitions } from './voucher.ts';
import { periodTransitions } from './voucher-period.ts';

/** Every record whose states are declared; the docs and the test of forbidden transitions go through them. */
export const stateMachines: readonly Transitions[] = [
  merchantTransitions,
  storeTransitions,
  employeeTransitions,
  limitBatchTransitions,
  issueTransitions,
  issuePlanTransitions,
  executionTransitions,
  billTransitions,
  invoiceTransitions,
  lotteryTransitions,
  fundTransferTransitions,
  statementLineTransitions,
  topUpTransitions,
  topUpReversalTransitions,
  channelRefundTransitions,
  reconciliationTransitions,
  breakTransitions,
  tenantTransitions,
  approvalTransitions,
  paymentTransitions,
  certificationTransitions,
  bindingTransitions,
  userTransitions,
  jobTransitions,
  institutionTransitions,
  platformTransitions,
  platformAccountTransitions,
  brandTransitions,
  cardProductTransitions,
  cardOrderTransitions,
  cardOrderRefundTransitions,
  cardTransitions,
  cardRequestTransitions,
  voucherTransitions,
  periodTransitions,
  riskCaseTransitions,
  riskRuleTransitions,
  errorReportTransitions,
  subAppTransitions,
];
