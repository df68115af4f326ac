import { expect, it } from 'vitest';
import { dayText, minuteText, momentText } from './time.ts';

it('shows an instant in Asia/Shanghai, whatever zone the browser is in', () => {
  expect(momentText('2026-01-31T15:59:59.000Z')).toBe('2026-01-31 23:59:59');
  expect(minuteText('2026-01-31T16:00:00.000Z')).toBe('2026-02-01 00:00');
  expect(dayText('2026-01-31T16:00:00.000Z')).toBe('2026-02-01');
});
