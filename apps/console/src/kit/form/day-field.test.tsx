import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { loadTexts } from '../../texts.ts';
import { SpanPicker } from '../filters/span-picker.tsx';
import { DayField, MomentField } from './day-field.tsx';
import { TimeField } from './time-field.tsx';

/** Half past four in the morning of 1 December in Shanghai; still the day before to its west. */
const now = new Date('2026-11-30T20:30:00Z');

beforeAll(async () => {
  await startI18n(loadTexts);
  await i18n.loadNamespaces('kit');
});
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const open = () => {
  const input = screen.getAllByRole('textbox')[0] as HTMLElement;
  fireEvent.mouseDown(input);
  fireEvent.click(input);
};
const marked = () => document.querySelector('[class*="cell-today"]')?.getAttribute('title');
const pressNow = () =>
  fireEvent.click(document.querySelector('[class*="picker-now"] a, a[class*="now"]') as Element);

describe.each(['America/New_York', 'UTC', 'Asia/Shanghai', 'Pacific/Kiritimati'])('in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });

  test('the day that a calendar marks as today is Shanghai’s', () => {
    render(<DayField />);
    open();
    expect(marked()).toBe('2026-12-01');
  });

  test('so is that of a span’s', () => {
    render(
      <SpanPicker ids={{ start: 'a', end: 'b' }} unit="date" value={undefined} onChange={() => undefined} />,
    );
    open();
    expect(marked()).toBe('2026-12-01');
  });

  test('a day that is pressed is the one that is written down, in the month to come too', () => {
    const changed = vi.fn();
    render(<DayField onChange={changed} />);
    open();
    fireEvent.click(document.querySelector('[title="2026-12-01"]') as Element);
    expect(changed).toHaveBeenLastCalledWith('2026-12-01');
    open();
    fireEvent.click(document.querySelector('[class*="header-next-btn"]') as Element);
    fireEvent.click(document.querySelector('[title="2027-01-31"]') as Element);
    expect(changed).toHaveBeenLastCalledWith('2027-01-31');
  });

  test('now is this minute, written down in Shanghai', () => {
    const changed = vi.fn();
    render(<MomentField onChange={changed} />);
    open();
    pressNow();
    expect(changed).toHaveBeenLastCalledWith(now.toISOString());
  });

  test('the time of day that it is now is Shanghai’s', () => {
    const changed = vi.fn();
    render(<TimeField onChange={changed} />);
    open();
    pressNow();
    expect(changed).toHaveBeenLastCalledWith('04:30');
    vi.setSystemTime('2026-12-01T12:45:00Z');
    open();
    pressNow();
    expect(changed).toHaveBeenLastCalledWith('20:45');
  });
});
