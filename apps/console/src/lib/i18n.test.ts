import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentLanguage, i18n, startI18n } from './i18n.ts';

beforeAll(async () => {
  sessionStorage.clear();
  await startI18n(async (language) => ({ word: language }));
});
afterAll(() => i18n.changeLanguage('zh'));

it('starts in Chinese and keeps the choice for the browser session', async () => {
  expect(currentLanguage()).toBe('zh');
  expect(i18n.t('confirm')).toBe('确定');
  await i18n.changeLanguage('en');
  expect(i18n.t('confirm')).toBe('OK');
  expect(sessionStorage.getItem('i18nextLng')).toBe('en');
  expect(localStorage).toHaveLength(0);
  expect(document.documentElement.lang).toBe('en');
});

it('falls back to en-US, which has texts of its own', () => {
  expect(i18n.options.fallbackLng).toEqual(['en-US']);
  expect(i18n.getResource('en-US', 'common', 'confirm')).toBe('OK');
});
