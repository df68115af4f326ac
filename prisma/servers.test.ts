import { expect, test } from 'vitest';
import { addressesOf, editAddress } from './servers.ts';

test.each([
  ['postgresql://u:p@one:5432/db', ['postgresql://u:p@one:5432/db']],
  [
    'postgres://u:p%40ss@one:5432,two:5433,[::1]/db?sslmode=require',
    [
      'postgres://u:p%40ss@one:5432/db?sslmode=require',
      'postgres://u:p%40ss@two:5433/db?sslmode=require',
      'postgres://u:p%40ss@[::1]/db?sslmode=require',
    ],
  ],
  ['postgresql://one,two/db?user=u', ['postgresql://one/db?user=u', 'postgresql://two/db?user=u']],
  ['postgresql:///db?host=/run/postgresql', ['postgresql:///db?host=/run/postgresql']],
])('%s stands for each of its servers', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});

test('an edited URL names the same servers', () => {
  const edited = editAddress('postgresql://u:p@one:5432,two:5433/db?sslmode=require', (address) => {
    address.username = '';
    address.password = '';
    address.searchParams.set('user', 'service');
  });
  expect(edited).toBe('postgresql://one:5432,two:5433/db?sslmode=require&user=service');
});
