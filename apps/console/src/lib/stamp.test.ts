import { afterEach, expect, test } from 'vitest';
import { i18n } from './i18n.ts';
import { actorName, stampText } from './stamp.ts';

const at = '2026-11-20T17:00:00.000Z';

afterEach(() => {
  i18n.language = 'zh';
});

test('a stamp says when in Asia/Shanghai and by whom, and nothing of what has not happened', () => {
  expect(stampText(at, '财务经办')).toBe('2026-11-21 01:00:00 · 财务经办');
  expect(stampText(at, null)).toBe('2026-11-21 01:00:00');
  expect(stampText(null, null)).toBeNull();
});

test('the service itself is named in the language in use', () => {
  i18n.language = 'zh';
  expect(actorName('系统')).toBe('系统');
  i18n.language = 'en';
  expect(actorName('系统')).toBe('System');
  expect(actorName('李秀英')).toBe('李秀英');
});
