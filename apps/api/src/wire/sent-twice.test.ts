import { expect, test } from 'vitest';
import { z } from 'zod';
import { describedEndpoints } from './reference/endpoints.ts';

/**
 * What takes an `Idempotency-Key`, so that a double click or a lost answer makes no second effect. The contract decides it; this
 * table is checked against it.
 */
const takesKey = `
  userAccount: importUserInfo
  employee: leaveEmployee importEmployee
  limit: adjustLimit undoAdjustment
  consumption: refundConsumption revokeConsumption
  lottery: awardLottery
  bill: issueBills confirmBills settleBills
  billChange: uploadBatchBillLimit confirmBatch resumeBatch undoBatch
  invoice: saveInvoice issueInvoice reverseInvoice
  approval: approve approveMany reject rejectMany withdraw
  company: submitCertification
  voucher: addVoucher submitVoucher remakeVoucher approveVouchers postVouchers reverseVoucher addAccount editAccount mapRole closePeriod reopenPeriod editSetting importOpening
  rule: assignInstitution startSimulation
  fund: addTransfer importStatement claimTopUp adjustBreak
  topup: addTopUp reverseTopUp
  order: applyInvoice addOrder editOrder payOrder refundOrder
  own: activate addOrder applyInvoice editOrder
  compliance: claimNext startBacktest importEntries
  card: activateCard importCards replaceCard extendCard redeemCard
  workCalendar: importDay
  creditLimit: addIssue uploadIssue submitIssue retryIssue voidIssue
  autoIssue: retryExecution reissueExecution`;

test('the endpoints that take an Idempotency-Key are these', () => {
  const written = [...takesKey.matchAll(/(\w+): (.+)/g)].flatMap(([, area, actions = '']) =>
    actions.split(' ').map((action) => `${area}/${action}`),
  );
  const found = describedEndpoints(false)
    .filter(({ definition }) => definition.idempotent)
    .map(({ path }) => path);
  expect(found.sort()).toEqual(written.sort());
});

/** What waits for a checker and moves no money; an account's number is there once, so a second one is refused. */
const records = [
  'platform/addAccount',
  'platform/editAccount',
  // A case is closed, its subject unfrozen and its report handed in once by their states.
  'compliance/closeCase',
  'compliance/unfreezeSubject',
  'compliance/fileReport',
  'card/editProduct',
  'card/submitProduct',
  'card/editPolicy',
  // A job is mended, confirmed, cancelled and taken back once by its state.
  'job/cancelJob',
  'job/confirmImport',
  'job/mendImportRows',
  'job/undoImport',
];

test('whatever may wait for a checker, as it moves money, is among them', () => {
  const mayWait = describedEndpoints(false).filter(
    ({ definition: { kind, output } }) =>
      kind === 'mutation' && output instanceof z.ZodObject && 'approvalId' in output.shape,
  );
  expect(mayWait.length).toBeGreaterThan(5);
  expect(mayWait.filter(({ definition }) => !definition.idempotent).map(({ path }) => path)).toEqual(records);
});
