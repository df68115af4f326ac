import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { loadTexts } from '../../texts.ts';
import { lotWords } from './lot-words.ts';

beforeAll(() => startI18n(loadTexts));

const now = new Date('2026-11-20T04:00:00Z');
const lot = { availableLimit: 6_500, lastDay: '2026-11-30', state: 'LIVE' } as const;

test.each([
  ['zh', lot, '65.00 元 11-30 到期'],
  ['en', lot, '¥65.00 until 11-30'],
  ['zh', { ...lot, lastDay: '2027-01-31' }, '65.00 元 2027-01-31 到期'],
  ['zh', { ...lot, lastDay: null }, '65.00 元 长期有效'],
  ['zh', { ...lot, availableLimit: 0, state: 'EXPIRED' }, '0.00 元 11-30 已到期'],
] as const)('%s: what a lot has left and until when: %j', async (language, of, words) => {
  await i18n.changeLanguage(language);
  await i18n.loadNamespaces('employee');
  expect(lotWords(i18n.getFixedT(language, 'employee'), of, now)).toBe(words);
});
