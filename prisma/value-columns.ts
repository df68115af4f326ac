import { approvalActions, approvalStates } from '@xyxlx/contracts/approval';
import { attachmentTypes } from '@xyxlx/contracts/attachment';
import { billStates } from '@xyxlx/contracts/bill';
import { limitBatchRowStates, limitBatchStates } from '@xyxlx/contracts/bill-change';
import { billKinds, billMessageSides } from '@xyxlx/contracts/bill-kinds';
import {
  cardActions,
  cardFlowKinds,
  cardForms,
  cardNamings,
  cardProductStates,
  cardRequestKinds,
  cardRequestStates,
  cardSides,
  cardStates,
} from '@xyxlx/contracts/card-kinds';
import { cardOrderRefundStates, cardOrderStates, cardPayMethods } from '@xyxlx/contracts/card-order-kinds';
import { authorizationStates, responseCodes } from '@xyxlx/contracts/card-spending-kinds';
import { bindingStates, channels } from '@xyxlx/contracts/channel';
import { channelRefundStates } from '@xyxlx/contracts/channel-refund';
import { certificationStates } from '@xyxlx/contracts/company';
import {
  riskCaseActions,
  riskCaseStates,
  riskLabelSources,
  riskOutcomes,
  riskReportKinds,
  riskReportStates,
} from '@xyxlx/contracts/compliance-case-kinds';
import {
  riskActions,
  riskAlertStates,
  riskBacktestSides,
  riskBacktestStates,
  riskEntryStates,
  riskLists,
  riskRuleStates,
  riskSeverities,
  riskSources,
  riskSubjects,
} from '@xyxlx/contracts/compliance-kinds';
import {
  consumptionCategories,
  consumptionStates,
  consumptionTypes,
  invoiceStates,
  paidFromKinds,
  payChannels,
} from '@xyxlx/contracts/consumption';
import { employeeStates } from '@xyxlx/contracts/employee';
import { enabledStates } from '@xyxlx/contracts/enabled-state';
import { errorReportStates } from '@xyxlx/contracts/error-report';
import { fundHoldStates, fundTransferStates } from '@xyxlx/contracts/fund';
import { fundFlowKinds, fundKinds } from '@xyxlx/contracts/fund-kinds';
import { invoiceApplicationStates } from '@xyxlx/contracts/invoice';
import {
  issueBatchStates,
  issueKinds,
  issuePlanStates,
  issuePlanTypes,
  issueRowStates,
  lotEnds,
} from '@xyxlx/contracts/issue-kinds';
import { jobStates } from '@xyxlx/contracts/job';
import {
  accountSides,
  ledgerRoles,
  personalShares,
  postingKinds,
  postingSources,
} from '@xyxlx/contracts/ledger-roles';
import { adjustmentSources, adjustmentTypes } from '@xyxlx/contracts/limit';
import { lotteryStates, prizeTypes } from '@xyxlx/contracts/lottery';
import { mailStates } from '@xyxlx/contracts/mail';
import { merchantStates } from '@xyxlx/contracts/merchant';
import { platformTypes } from '@xyxlx/contracts/platform';
import { platformAccountKinds, platformAccountStates } from '@xyxlx/contracts/platform-account';
import { breakKinds, breakStates, reconciliationStates } from '@xyxlx/contracts/reconciliation';
import { dataScopes, membershipStates } from '@xyxlx/contracts/role';
import { withoutRules } from '@xyxlx/contracts/rule';
import { factors, operators } from '@xyxlx/contracts/rule-condition';
import { outcomes } from '@xyxlx/contracts/rule-decision';
import {
  excesses,
  institutionStates,
  institutionVersionStates,
  scopeKinds,
} from '@xyxlx/contracts/rule-institution';
import { changedKinds } from '@xyxlx/contracts/rule-simulation';
import { taskOutcomes } from '@xyxlx/contracts/scheduled-task';
import { lineDirections, lineStates } from '@xyxlx/contracts/statement';
import { storeStates } from '@xyxlx/contracts/store';
import {
  topUpChannels,
  topUpDiversions,
  topUpReversalKinds,
  topUpReversalStates,
  topUpStates,
  topUpTargets,
} from '@xyxlx/contracts/top-up-kinds';
import {
  ledgerPeriodStates,
  ledgerSlotStates,
  voucherKinds,
  voucherStates,
  voucherStyles,
  voucherWords,
} from '@xyxlx/contracts/voucher-kinds';

/**
 * The text columns that hold one of a few values, by model and field: their CHECKs and their types come from here, and the
 * values from the contracts. What no contract names stands here.
 */
export const valueColumns = {
  Approval: { state: approvalStates },
  ApprovalEvent: { action: approvalActions },
  Attachment: { mediaType: attachmentTypes },
  Bill: { kind: billKinds, state: billStates },
  BillMessage: { side: billMessageSides },
  Brand: { category: consumptionCategories, state: enabledStates },
  Card: {
    form: cardForms,
    naming: cardNamings,
    state: cardStates,
    frozenBy: cardSides,
    stateBefore: cardStates,
  },
  CardAuthorization: { state: authorizationStates, responseCode: responseCodes },
  CardEvent: { action: cardActions, from: cardStates, to: cardStates, side: cardSides },
  CardFlow: { kind: cardFlowKinds },
  CardOrder: { payMethod: cardPayMethods, state: cardOrderStates, stateBefore: cardOrderStates },
  CardOrderEvent: { from: cardOrderStates, to: cardOrderStates },
  CardOrderLine: { form: cardForms, naming: cardNamings },
  CardOrderPayment: { method: cardPayMethods },
  CardOrderRefund: { state: cardOrderRefundStates },
  CardProduct: { form: cardForms, naming: cardNamings, state: cardProductStates },
  CardRequest: { kind: cardRequestKinds, state: cardRequestStates },
  ChannelBinding: { channel: channels, state: bindingStates },
  Company: { certification: certificationStates },
  ConsumptionRecord: {
    type: consumptionTypes,
    state: consumptionStates,
    category: consumptionCategories,
    invoiceState: invoiceStates,
    channel: payChannels,
    fundedBy: paidFromKinds,
  },
  Employee: { state: employeeStates, frozenBy: cardSides },
  ErrorReport: { state: errorReportStates },
  FundAccount: { kind: fundKinds },
  FundFlow: { kind: fundFlowKinds },
  FundHold: { state: fundHoldStates },
  FundTransfer: { state: fundTransferStates },
  Institution: { state: institutionStates },
  InstitutionScope: { kind: scopeKinds },
  InstitutionVersion: { state: institutionVersionStates, excess: excesses },
  InvoiceApplication: { state: invoiceApplicationStates },
  IssueBatch: { kind: issueKinds, state: issueBatchStates, stateBefore: issueBatchStates },
  IssuePlan: { type: issuePlanTypes, state: issuePlanStates },
  IssuePlanVersion: { state: institutionVersionStates },
  IssueRow: { state: issueRowStates },
  Job: { state: jobStates },
  LedgerAccount: { side: accountSides, role: ledgerRoles },
  LedgerDay: { role: ledgerRoles },
  LedgerPeriod: { state: ledgerPeriodStates },
  LedgerPosting: {
    sourceType: postingSources,
    kind: postingKinds,
    debitRole: ledgerRoles,
    creditRole: ledgerRoles,
  },
  LedgerSetting: { personalShare: personalShares, voucherStyle: voucherStyles },
  LedgerSlot: { kind: postingKinds, state: ledgerSlotStates },
  LedgerSnapshot: { side: accountSides },
  LimitAdjustment: { type: adjustmentTypes, source: adjustmentSources },
  LimitBatch: { state: limitBatchStates },
  LimitBatchRow: { state: limitBatchRowStates },
  LimitLot: { endReason: lotEnds },
  LotteryPrize: { type: prizeTypes },
  LotteryRecord: { prizeType: prizeTypes, state: lotteryStates },
  Mail: { state: mailStates },
  Membership: { state: membershipStates },
  Merchant: { state: merchantStates },
  NationalDay: { kind: ['OFF', 'WORK'] },
  PaymentDecision: { outcome: outcomes },
  Platform: { type: platformTypes, state: enabledStates },
  PlatformAccount: { kind: platformAccountKinds, state: platformAccountStates },
  Reconciliation: { state: reconciliationStates },
  ReconciliationBreak: { kind: breakKinds, state: breakStates },
  RiskAlert: { subjectType: riskSubjects, state: riskAlertStates, severity: riskSeverities },
  RiskBacktest: { state: riskBacktestStates },
  RiskBacktestHit: { side: riskBacktestSides, subjectType: riskSubjects },
  RiskCase: {
    subjectType: riskSubjects,
    state: riskCaseStates,
    severity: riskSeverities,
    proposedOutcome: riskOutcomes,
    outcome: riskOutcomes,
  },
  RiskCaseEvent: { action: riskCaseActions, before: riskCaseStates, after: riskCaseStates },
  RiskHit: { subjectType: riskSubjects, severity: riskSeverities, eventType: riskSources },
  RiskLabel: { source: riskLabelSources, outcome: riskOutcomes },
  RiskListEntry: { list: riskLists, subjectType: riskSubjects, state: riskEntryStates },
  RiskReport: { kind: riskReportKinds, state: riskReportStates },
  RiskRuleVersion: { state: riskRuleStates, severity: riskSeverities, action: riskActions },
  Role: { dataScope: dataScopes },
  RuleCondition: { factor: factors, operator: operators },
  RuleSetting: { withoutRule: withoutRules },
  RuleSimulationRow: { change: changedKinds },
  RuleUsage: { span: ['DAY', 'WEEK', 'MONTH', 'TOTAL'] },
  ScheduledTask: { outcome: taskOutcomes },
  StatementLine: { direction: lineDirections, state: lineStates },
  Store: { state: storeStates },
  // That one has expired is not stored: it follows from the time.
  Tenant: { state: ['ACTIVE', 'SUSPENDED'] },
  TopUp: {
    target: topUpTargets,
    channel: topUpChannels,
    divertedFor: topUpDiversions,
    state: topUpStates,
  },
  ChannelRefund: { state: channelRefundStates },
  TopUpReversal: { kind: topUpReversalKinds, state: topUpReversalStates },
  Voucher: { word: voucherWords, kind: voucherKinds, state: voucherStates },
  VoucherCounter: { word: voucherWords },
  WorkDay: { kind: ['OFF', 'WORK'] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type ValueColumns = typeof valueColumns;

/** The type of such a column. */
export type ValueOf<
  Model extends keyof ValueColumns,
  Field extends keyof ValueColumns[Model],
> = ValueColumns[Model][Field] extends readonly (infer Value extends string)[] ? Value : never;

/** What a query may ask of such a column. */
export interface ValueFilter<Value> {
  equals?: Value;
  in?: Value[];
  notIn?: Value[];
  not?: Value | ValueFilter<Value>;
}

/** How an update writes such a column. */
export interface ValueUpdate<Value> {
  set?: Value;
}
