import { beforeAll, expect, test } from 'vitest';
import { screens } from '../screens.ts';
import { recordAddress } from './record-address.ts';
import { declareScreens } from './screen-map.ts';

beforeAll(() => declareScreens(screens));

test('a case and a report are opened where they are worked, by whoever may go there', () => {
  const may = ['compliance.audit'] as const;
  expect(recordAddress({ type: 'riskCase', id: 'a' }, may)).toBe('/layout/compliance/audit?open=a');
  expect(recordAddress({ type: 'riskReport', id: 'b' }, may)).toBe('/layout/compliance/audit?report=b');
  expect(recordAddress({ type: 'riskCase', id: 'a' }, ['operationlog.view'])).toBeNull();
  expect(recordAddress({ type: 'operationLog', id: 'c' }, may)).toBeNull();
});
