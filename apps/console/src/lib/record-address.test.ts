import { pageKinds } from '@xyxlx/contracts/timeline';
import { beforeAll, expect, test } from 'vitest';
import { screens } from '../screens.ts';
import { recordAddress, recordPage } from './record-address.ts';
import { declareScreens } from './screen-map.ts';

beforeAll(() => declareScreens(screens));

test('a case and a report are opened where they are worked, by whoever may go there', () => {
  const may = ['compliance.audit'] as const;
  expect(recordAddress({ type: 'riskCase', id: 'a' }, may)).toBe('/layout/compliance/audit?open=a');
  expect(recordAddress({ type: 'riskReport', id: 'b' }, may)).toBe('/layout/compliance/audit?report=b');
  expect(recordAddress({ type: 'riskCase', id: 'a' }, ['operationlog.view'])).toBeNull();
  expect(recordAddress({ type: 'operationLog', id: 'c' }, may)).toBeNull();
});

test('a record with a page of its own is linked to that page, others to where they are shown, for who may go there', () => {
  const may = ['merchant.view', 'consumption.view', 'voucher.view', 'operationlog.view'] as const;
  expect(recordPage({ type: 'merchant', id: 'a' }, may)).toBe('/layout/merchant/a');
  expect(recordPage({ type: 'consumption', id: 'b' }, may)).toBe('/layout/merchant/storebill/b');
  expect(recordPage({ type: 'voucher', id: 'c' }, may)).toBe('/layout/paymentreceived/voucher?open=c');
  expect(recordPage({ type: 'operationLog', id: 'd' }, may)).toBe(
    '/layout/operationlog/operationLogDetail?id=d',
  );
  for (const type of ['employee', 'bill', 'riskCase', 'nothing'])
    expect(recordPage({ type, id: 'e' }, may)).toBeNull();
});

test('every kind that has a page has one screen for it, which asks for the permission of its list', () => {
  for (const kind of pageKinds) {
    const pages = screens.filter(({ pageOf }) => pageOf === kind);
    expect([kind, pages.map(({ permission }) => permission)]).toEqual([
      kind,
      [screens.find(({ opens }) => opens?.[kind])?.permission],
    ]);
  }
});
