import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { notify } from '../lib/notify.ts';
import { loadTexts } from '../texts.ts';
import { Notices } from './notices.tsx';

beforeAll(async () => {
  // Without movement a message goes at once: what plays animations here is no browser.
  const media = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    media(query.includes('reduced-motion') ? 'all' : query),
  );
  await startI18n(loadTexts);
});
afterEach(cleanup);

const texts = (role: 'alert' | 'status') => screen.queryAllByRole(role).map(({ textContent }) => textContent);

it('never shows the same words twice at once', async () => {
  render(<Notices />);
  notify('error', '余额不足');
  notify('error', '额度不足');
  notify('error', '余额不足');
  await waitFor(() => expect(texts('alert').toSorted()).toEqual(['余额不足', '额度不足']));
});

it('shows what was said before anything could show it', async () => {
  notify('error', '登录已失效');
  render(<Notices />);
  await waitFor(() => expect(texts('alert')).toEqual(['登录已失效']));
});

it('tells failures at once and the rest when there is time', async () => {
  render(<Notices />);
  notify('error', '请求失败');
  notify('success', '已保存');
  notify('info', '导出已开始');
  await waitFor(() => expect(texts('status').toSorted()).toEqual(['导出已开始', '已保存']));
  expect(texts('alert')).toEqual(['请求失败']);
});

it('shows four at most, the latest', async () => {
  render(<Notices />);
  for (const text of ['一', '二', '三', '四', '五']) notify('success', text);
  await waitFor(() =>
    expect(texts('status').toSorted()).toEqual(['一', '二', '三', '四', '五'].slice(1).toSorted()),
  );
});

it('takes messages away by themselves, and sooner when asked', async () => {
  render(<Notices />);
  notify('error', '请求失败');
  await waitFor(() => expect(texts('alert')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: /close|关闭/i }));
  await waitFor(() => expect(texts('alert')).toEqual([]));
  notify('success', '复制成功！');
  await waitFor(() => expect(texts('status')).toHaveLength(1));
  await waitFor(() => expect(texts('status')).toEqual([]), { timeout: 5000 });
});
