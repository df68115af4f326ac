import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparedExports } from '../support/export-columns.ts';

/** The folder of a console's feature, where it is not called as the area. */
const featureOf: Readonly<Record<string, string>> = {
  billChange: 'employee',
  creditLimit: 'issuing',
  limit: 'employee',
  topup: 'top-up',
  userAccount: 'user',
};

/** Files that are filled in and handed in again have the headings of their form. */
const forms = ['exportIssueRow'];

test('a file calls a column as the screen of the same records does', () => {
  const pairs = Object.entries(comparedExports).flatMap(([name, { list, columns }]) => {
    if (forms.includes(name)) return [];
    const area = list.split('/', 1)[0] as string;
    const words = textsOf(featureOf[area] ?? area);
    return Object.entries(columns).flatMap(([heading, { field }]) => {
      const label = words[`field.${field}`];
      // A user's mobile and e-mail have one field on the screen.
      if (label === undefined || label === '手机号/邮箱') return [];
      return [{ name, inFile: heading.replace(/（.*）$/, ''), onScreen: label }];
    });
  });
  expect(pairs.length).toBeGreaterThan(80);
  expect(pairs.filter(({ inFile, onScreen }) => inFile !== onScreen)).toEqual([]);
});

function textsOf(feature: string): Record<string, string> {
  const file = new URL(`../../apps/console/src/features/${feature}/locales/zh.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}
