import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useLedgerQuestion } from './ledger-question.ts';

function question(address: string) {
  return renderHook(() => useLedgerQuestion('VOUCHERS'), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result;
}
const wireOf = (search: string) => question(`/?${search}`).current.wire;

test('the address asks until a day or over months, never both', () => {
  expect(wireOf('')).toEqual({ basis: 'VOUCHERS' });
  expect(wireOf('basis=LIVE&asOf=2026-11-21')).toEqual({ basis: 'LIVE', asOf: '2026-11-21' });
  expect(wireOf('from=2026-09&to=2026-11')).toEqual({ basis: 'VOUCHERS', from: '2026-09', to: '2026-11' });
  expect(wireOf('asOf=2026-11-21&from=2026-09&to=2026-11')).toEqual({
    basis: 'VOUCHERS',
    asOf: '2026-11-21',
  });
});

test('half a span, one from its end on, and what is no month ask for nothing', () => {
  for (const search of [
    'from=2026-09',
    'to=2026-11',
    'from=2026-11&to=2026-09',
    'from=2026-13&to=2026-14',
    'basis=ALL',
    'asOf=today',
  ]) {
    expect(wireOf(search), search).toEqual({ basis: 'VOUCHERS' });
  }
});

test('asking for a day takes the months out of the address, and leaves the rest', () => {
  const asked = question('/?tab=ledger&from=2026-09&to=2026-11');
  act(() => asked.current.ask({ asOf: '2026-11-21', from: undefined, to: undefined }));
  expect(String(asked.current.search)).toBe('tab=ledger&asOf=2026-11-21');
});
