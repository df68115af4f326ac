import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { permissions } from '@xyxlx/contracts/permissions';
import { expect, test } from 'vitest';
import { registry } from '../areas.ts';

/**
 * Who may call what, written down a second time: the contract decides, and everything else reads it there, so a wrong
 * permission in it would be right everywhere.
 */
const callers: Record<string, string> = {
  public: `
    userAccount: login login_V2 getPasswordRules resetPassword querySignOnProvider startAuthentication authentication bindAccount
      openInvitation acceptInvitation declineInvitation
    verificationCode: requestVerificationCode requestVerificationCode_V2 requestCaptcha solveCaptcha aliVerification
    errorReport: uploadErrorReport
    appDownload: getAppDownload
    invoice: quoteInvoice saveInvoice getInvoice
    dev: failNext outbox invariants reset clock`,
  'an expired token': `
    userAccount: refreshToken logout
    dev: expireToken revokeSession`,
  'a channel': `
    consumption: notifyPayment notifyRefund
    card: authorize capture reverse
    topup: notifyTopUp`,
  // One's own matters, and what decides by the record itself (approvals, jobs).
  'a session': `
    userAccount: getUser updatePassword updatePassword_V2 updateMobile uploadAvatarImage queryTenantChoice chooseTenant
      querySession endSession endOtherSessions queryLoginRecord getInvitationCount querySignOnBinding removeSignOnBinding
    preference: getPreferences savePreference querySharedView shareView removeSharedView
    subApp: querySubApp
    search: findRecord
    approval: queryTodo sumTodo todoCount queryApproval getApproval getMatter getSubjectApproval queryRule forecastAct forecastActs approve approveMany reject rejectMany withdraw revealChange
    notification: queryNotification unreadCount markRead
    role: getPermissionTree explainPermission
    job: getJob queryJob cancelJob confirmImport mendImportRows undoImport queryImportRow downloadExport downloadFailedRows
    dev: pay cardPay`,

  'home.view': 'home: getHome',
  'merchant.view': `
    merchant: queryMerchant getMerchant queryTimeline queryMerchantOption queryBrandOption queryPlatformOption queryCompanyOption
    store: queryStore getStore`,
  'merchant.edit': `
    merchant: addMerchant editMerchant enableMerchant disableMerchant closeMerchant
    store: addStore editStore enableStore disableStore`,
  'merchant.approve': 'merchant: approveMerchant rejectMerchant',
  'merchant.export': 'merchant: exportMerchant',
  'merchant.reveal': 'merchant: revealMerchant',
  'employee.view': `
    employee: queryEmployee sumEmployee getEmployee queryTimeline queryLabel queryDepartment`,
  'employee.edit': `
    employee: addEmployee editEmployee activateEmployee freezeEmployee unfreezeEmployee leaveEmployee labelEmployee
      addDepartment editDepartment deleteDepartment`,
  'employee.import': 'employee: importEmployee importTemplate',
  'employee.export': 'employee: exportEmployee',
  'employee.reveal': 'employee: revealEmployee',
  'limit.view': `
    limit: queryLot queryAdjustment sumAdjustment
    billChange: queryBatch sumBatch getBatch queryBatchRow`,
  'limit.adjust': 'limit: adjustLimit undoAdjustment',
  'limit.upload': 'billChange: uploadBatchBillLimit confirmBatch resumeBatch cancelBatch undoBatch',
  'limit.export': `
    limit: exportAdjustment
    billChange: billLimitExport exportBatchFailed`,
  'consumption.view':
    'consumption: queryConsumption sumConsumption getConsumption queryTimeline explainDecision',
  'consumption.refund': 'consumption: refundConsumption revokeConsumption',
  'consumption.export': `
    consumption: exportConsumption
    rule: exportSimulation`,
  'lottery.view': 'lottery: queryLottery sumLottery getLottery queryActivity',
  'lottery.award': 'lottery: awardLottery deliverLottery failLottery revealLottery',
  'lottery.export': 'lottery: exportLottery',
  'bill.view': `
    bill: queryBill sumBill getBill queryTimeline queryBillEntry queryBillLine queryBillMessage queryBillWait
    invoice: queryInvoice sumInvoice`,
  'bill.issue': 'bill: issueBill issueBills answerBill',
  'bill.confirm': `
    bill: confirmBill confirmBills disputeBill followUpBill settleBill settleBills
    invoice: issueInvoice resendInvoice failInvoice reverseInvoice`,
  'bill.export': 'bill: downloadStatement exportBill exportBillDetails exportBillEntry exportBillLine',
  'search.view': 'search: findMerchant',
  'user.view': 'userAccount: queryUserLoginRecord queryUser queryUserOption',
  'user.edit': `
    userAccount: addUser editUser deleteUser enableUser disableUsers enableUsers assignRole unlockUser resetUserPassword
      resendInvitation cancelInvitation`,
  'user.session': 'userAccount: queryUserSession endUserSession',
  'user.reveal': 'userAccount: revealUser',
  'user.import': 'userAccount: downloadUserTemplate importUserInfo',
  'user.export': 'userAccount: exportUserInfo',
  'role.view': 'role: queryRole getRole queryRoleMember',
  'role.edit': 'role: addRole editRole deleteRole deleteRoles setRoleMembers',
  'fund.view': 'fund: queryAccount queryFlow queryHold queryTransfer getTransfer',
  'fund.export': 'fund: exportFlow',
  'fund.transfer': 'fund: editThreshold addTransfer queryPayoutAccount',
  'fund.reconcile': `
    fund: importStatement statementTemplate queryReconciliation getReconciliation runReconciliation matchBreak suspendBreak adjustBreak
      queryBreakLine`,
  'topup.view': `
    fund: queryLine getLine queryLineAccount queryOrderLine
    topup: queryTopUp getTopUp getFunnel`,
  'topup.edit': `
    fund: claimTopUp queryLineCompany queryLineMatch queryLineOrder
    topup: addTopUp askTopUp cancelTopUp reverseTopUp resendRefund queryCompanyOption queryTopUpMatch`,
  'topup.export': 'topup: exportTopUp',
  'order.view': 'order: queryOrder getOrder downloadProof',
  'order.edit':
    'order: getRule addOrder editOrder cancelOrder payOrder uploadProof receiveOrder refundOrder applyInvoice',
  'order.ship': 'order: makeOrder shipOrder',
  'order.export': 'order: exportOrder',
  'voucher.view': `
    voucher: queryVoucher getVoucher queryAccount queryPeriod checkPeriod getTrialBalance queryBalanceTrend
      queryAccountLedger queryPosting getSetting
    attachment: downloadAttachment`,
  'voucher.edit': `
    voucher: addVoucher editVoucher deleteVoucher submitVoucher remakeVoucher reverseVoucher
    attachment: uploadAttachment`,
  'voucher.approve': 'voucher: approveVouchers',
  'voucher.post': 'voucher: postVouchers',
  'voucher.close': 'voucher: closePeriod reopenPeriod',
  'voucher.settings': 'voucher: addAccount editAccount mapRole editSetting importOpening openingTemplate',
  'voucher.export': 'voucher: printVoucher downloadVoucher exportVoucher exportTrialBalance',
  'company.view': 'company: queryCompany getCompanyTree getCompany getOwnCompany queryInvoiceTitle',
  'company.edit': `
    company: addCompany editCompany deleteCompany submitCertification addInvoiceTitle editInvoiceTitle deleteInvoiceTitle`,
  'compliance.view': `
    compliance: queryRule getRule getBacktest queryBacktestHit queryList queryInbox queryAlert queryCase getCase queryCaseEvent explain getCaseGraph
      downloadAttachment getDashboard`,
  'compliance.audit': `
    compliance: getDesk openCase claimNext claimCase releaseCase assignCase escalateCase suspendCase addNote addAttachment closeCase linkCase
      freezeSubject unfreezeSubject fileReport labelHit`,
  'compliance.report': 'compliance: getReport downloadReport',
  'compliance.reopen': 'compliance: reopenCase',
  'compliance.export': 'compliance: exportCase',
  'compliance.settings': `
    compliance: addRule addTemplateRules editRule startShadow submitRule disableRule previewRule startBacktest addEntry removeEntry importEntries entryTemplate
      queryMemberOption addInbox editInbox`,
  'creditlimit.view': `
    workCalendar: queryDay
    creditLimit: previewTarget queryIssue sumIssue getIssue queryIssueRow
    autoIssue: queryPlan getPlan previewPlan queryExecution getExecution queryExecutionRow queryOverspent`,
  'creditlimit.issue': `
    creditLimit: addIssue uploadIssue cancelIssue submitIssue resumeIssue retryIssue voidIssue
    autoIssue: addPlan editPlan submitPlan disablePlan archivePlan retryExecution skipExecution reissueExecution`,
  'creditlimit.export': 'creditLimit: issueTemplate exportIssueRow exportIssueFailed',
  'creditlimit.calendar': 'workCalendar: editDay deleteDay importDay dayTemplate',
  'rule.view': `
    rule: queryInstitution getInstitution queryVersion previewScope explainOverlap tryPayment getSetting
      startSimulation querySimulation getSimulation querySimulationRow`,
  'rule.edit': `
    rule: addInstitution editInstitution submitInstitution disableInstitution archiveInstitution assignInstitution editSetting`,
  'tenant.view': 'tenant: queryTenant getTenant queryPackage',
  'tenant.edit': `
    tenant: addTenant addAdministrator editTenant suspendTenant resumeTenant addPackage editPackage deletePackage`,
  'channel.view': 'channel: queryBinding getBinding',
  'channel.edit': 'channel: addBinding editBinding testBinding authorizeBinding releaseBinding',
  'platform.view': `
    platform: queryPlatform getPlatform queryAccount getAccount queryAccountPlatform queryAccountCompany`,
  'platform.edit': 'platform: addPlatform editPlatform enablePlatform disablePlatform addAccount editAccount',
  'brand.view': 'brand: queryBrand getBrand',
  'brand.edit': 'brand: addBrand editBrand enableBrand disableBrand uploadLogo assignMerchant',
  'card.view':
    'card: queryCard sumCard getCard queryCardFlow queryCardTrend queryAuthorization queryProduct getProduct getPolicy',
  'card.edit': `
    card: assignCard shipCard activateCard limitCard unfreezeCard cancelLossCard replaceCard extendCard redeemCard
    cancelCard`,
  'card.freeze': 'card: freezeCard reportLossCard',
  'card.import': 'card: importCards cardTemplate queryCardImport',
  'card.reveal': 'card: revealCard',
  'card.export': 'card: exportCard',
  'card.product':
    'card: addProduct editProduct submitProduct enableProduct disableProduct uploadArt editPolicy',
  'approval.edit': 'approval: editThreshold',
  'operationlog.view': 'operationLog: queryOperationLog getOperationLog queryLogActor queryLogAction',
  'operationlog.export': 'operationLog: exportOperationLog',
  'operationlog.verify': 'operationLog: verifyIntegrity',
  'service.view': `
    errorReport: queryErrorReport getErrorReport downloadErrorLog
    subApp: queryRegisteredSubApp getSubApp
    job: queryScheduledTask getScheduledTask`,
  'service.subapp': 'subApp: addSubApp editSubApp enableSubApp disableSubApp',
  'service.report': 'errorReport: takeErrorReport closeErrorReport reopenErrorReport',
  'service.run': 'job: runScheduledTask',
  'own.card': `
    own: getAccount queryCard getCard queryFlow queryAuthorization queryPayment activate freeze unfreeze reportLoss`,
  'own.order': 'own: queryProduct queryOrder getOrder addOrder editOrder cancelOrder applyInvoice',
};

/** Whose permission decides over what waits for a checker. */
const checkers: Record<string, string> = {
  merchantRegistration: 'merchant.approve',
  billConfirmation: 'bill.confirm',
  limitAdjustment: 'limit.approve',
  limitAdjustmentUndo: 'limit.approve',
  limitBatch: 'limit.approve',
  limitBatchUndo: 'limit.approve',
  limitIssue: 'creditlimit.approve',
  limitIssueVoid: 'creditlimit.approve',
  consumptionRefund: 'limit.approve',
  lotteryAward: 'limit.approve',
  invoiceIssue: 'bill.confirm',
  companyCertification: 'company.approve',
  approvalThreshold: 'approval.approve',
  merchantChange: 'merchant.approve',
  merchantMove: 'merchant.approve',
  companyChange: 'company.approve',
  platformChange: 'fund.approve',
  cardProduct: 'card.approve',
  cardPolicy: 'card.approve',
  caseClosure: 'compliance.decide',
  complianceUnfreeze: 'compliance.decide',
  suspiciousReport: 'compliance.decide',
  cardOrder: 'order.approve',
  cardOrderRefund: 'order.approve',
  cardImport: 'card.approve',
  cardReplacement: 'card.approve',
  cardRedemption: 'card.approve',
  cardCancellation: 'card.approve',
  institutionVersion: 'rule.approve',
  ruleSetting: 'rule.approve',
  issuePlan: 'creditlimit.approve',
  planRun: 'creditlimit.approve',
  fundTransfer: 'fund.approve',
  topUpClaim: 'topup.approve',
  topUpReversal: 'topup.approve',
  fundAdjustment: 'fund.approve',
  voucher: 'voucher.approve',
  chartChange: 'voucher.approve',
  ledgerSetting: 'voucher.approve',
  periodClose: 'voucher.approve',
  periodReopen: 'voucher.approve',
  riskRule: 'compliance.decide',
  riskList: 'compliance.decide',
};

/** Who sees, confirms, stops and takes back jobs of others; the other kinds are their makers' alone. */
const jobPermissions: Record<string, string> = {
  importUserInfo: 'user.import',
  ledgerBackfill: 'fund.view',
  importEmployee: 'employee.import',
  importStatement: 'fund.reconcile',
  importCards: 'card.import',
  cardMake: 'order.ship',
  cardShip: 'order.ship',
  importDay: 'creditlimit.calendar',
  importEntries: 'compliance.settings',
  importOpening: 'voucher.settings',
  issueCheck: 'creditlimit.issue',
  issueRun: 'creditlimit.issue',
  issueVoid: 'creditlimit.issue',
  planRun: 'creditlimit.issue',
  limitBatchCheck: 'limit.upload',
  limitBatchRun: 'limit.upload',
  limitBatchUndo: 'limit.upload',
  merchantMove: 'merchant.approve',
  ruleSimulation: 'rule.view',
  periodClose: 'voucher.view',
  riskBacktest: 'compliance.view',
};

/** `area/action` → who. */
const expected = Object.fromEntries(
  Object.entries(callers).flatMap(([who, places]) => {
    let area = '';
    return places
      .trim()
      .split(/\s+/)
      .flatMap((word) => {
        if (!word.endsWith(':')) return [[`${area}/${word}`, who]];
        area = word.slice(0, -1);
        return [];
      });
  }),
);

const accesses = {
  public: 'public',
  refreshable: 'an expired token',
  session: 'a session',
  signed: 'a channel',
};
const endpoints = Object.entries(contract).flatMap(([area, actions]) =>
  Object.entries<Endpoint>(actions).map(([action, definition]) => ({
    path: `${area}/${action}`,
    who: definition.permission ?? accesses[definition.access],
    kind: definition.kind,
  })),
);

test('every endpoint may be called by whom this file says', () => {
  const unlisted = endpoints.filter(({ path }) => !expected[path]).map(({ path, who }) => `${path}: ${who}`);
  expect(unlisted, 'New endpoints: think about who may call them, and write each down in this file').toEqual(
    [],
  );
  expect(Object.fromEntries(endpoints.map(({ path, who }) => [path, who]))).toEqual(expected);
});

test('whoever may only look changes nothing, and an export is no other permission’s', () => {
  const by = (pattern: RegExp) => endpoints.filter(({ who }) => pattern.test(who));
  // They write nothing but the log, and what was asked for itself.
  const asking = [
    'search/findMerchant',
    'rule/startSimulation',
    'attachment/downloadAttachment',
    'order/downloadProof',
    'errorReport/downloadErrorLog',
    'compliance/downloadAttachment',
  ];
  const changing = by(/\.view$/).filter(({ kind, path }) => kind !== 'query' && !asking.includes(path));
  expect(changing).toEqual([]);
  // What a browser prints leaves the house as a file does.
  const leaving = by(/\.export$/).filter(({ kind }) => kind !== 'download');
  expect(leaving.map(({ path }) => path)).toEqual(['voucher/printVoucher']);
  // Empty sheets, and what is part of a record that one sees.
  const shown = [
    'userAccount/downloadUserTemplate',
    'employee/importTemplate',
    'fund/statementTemplate',
    'card/cardTemplate',
    'voucher/openingTemplate',
    'attachment/downloadAttachment',
    'order/downloadProof',
    'errorReport/downloadErrorLog',
    'compliance/downloadAttachment',
    'compliance/downloadReport',
    'workCalendar/dayTemplate',
    'compliance/entryTemplate',
  ];
  const files = endpoints.filter(({ kind, path }) => kind === 'download' && !path.startsWith('job/'));
  expect(files.filter(({ who, path }) => !who.endsWith('.export') && !shown.includes(path))).toEqual([]);
});

test('what waits for a checker is decided by whom this file says', () => {
  expect(
    Object.fromEntries([...registry.approvals].map(([type, { permission }]) => [type, permission])),
  ).toEqual(checkers);
});

test('jobs are acted upon by whom this file says', () => {
  const named = registry.jobs.flatMap(({ kind, permission }) => (permission ? [[kind, permission]] : []));
  expect(Object.fromEntries(named)).toEqual(jobPermissions);
});

test('every permission named here is one that a role can be given', () => {
  const named = [...Object.keys(callers), ...Object.values(checkers), ...Object.values(jobPermissions)];
  const known: string[] = [...Object.values(accesses), ...permissions];
  expect(named.filter((who) => !known.includes(who))).toEqual([]);
});
