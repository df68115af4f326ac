import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { loadTexts } from '../../texts.ts';
import { MoveNotice } from './move-notice.tsx';

beforeAll(() => startI18n(loadTexts));
afterEach(cleanup);

const move = { from: '上海分公司', people: 1284, movedPeople: 1283, startedAt: '2026-11-23T02:00:00.000Z' };

it.each([
  ['zh', '正在变更所属公司', '已迁移 1,283 / 1,284 人的额度', '退回上海分公司的企业资金', '额度迁移进度'],
  [
    ...['en', 'Moving to another company', 'The limits of 1,283 of 1,284 people have followed'],
    ...['the fund of 上海分公司', 'Limits that have followed'],
  ],
])(
  'says in %s how many limits have followed, and is not done while one has not',
  async (language, ...words) => {
    await i18n.changeLanguage(language);
    await i18n.loadNamespaces('merchant');
    render(<MoveNotice move={move} />);
    const [title, moved, refunds, progress] = words as [string, string, string, string];
    const notice = screen.getByRole('alert');
    expect(notice.textContent).toContain(title);
    expect(notice.textContent).toContain(moved);
    expect(notice.textContent).toContain(refunds);
    expect(screen.getByRole('progressbar', { name: progress }).getAttribute('aria-valuenow')).toBe('99');
  },
);
