import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { api } from '../../../lib/api.ts';
import { i18n, startI18n } from '../../../lib/i18n.ts';
import { loadTexts } from '../../../texts.ts';
import { Dashboard } from './dashboard.tsx';

const rule = (code: string, name: string) => ({
  id: `0198c7a0-0000-7000-8000-0000000000${code.length}0`,
  code,
  name,
});
const large = rule('LARGE', '大额');
const night = rule('NIGHT1', '夜间高频');

const found: ComplianceDashboard = {
  precision: [
    { rule: large, closed: 40, positive: 12, share: 3_000, low: 1_807, high: 4_543 },
    { rule: night, closed: 0, positive: 0, share: null, low: null, high: null },
  ],
  alerts: [
    { day: '2026-11-19', rule: large, alerts: 46, suppressed: 3 },
    { day: '2026-11-20', rule: night, alerts: 1_000, suppressed: 0 },
  ],
  ageing: { hours4: 1, hours24: 2, hours72: 3, more: 4 },
  overdue: 2,
  firstAct: { count: 40, p50: 30, p95: 1_830 },
  hours: [{ weekday: 7, hour: 23, alerts: 9 }],
  people: [{ user: { id: 'u1', name: '合规主管' }, closed: 40, positive: 12 }],
};

// What is given here is not asked for again.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });

beforeAll(async () => {
  await startI18n(loadTexts);
  await i18n.loadNamespaces(['kit', 'compliance', 'compliance/cases', 'compliance/dashboard']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** The dashboard of two days, as the service answered it. */
async function shown(dashboard: ComplianceDashboard) {
  const [from, to] = ['2026-11-19', '2026-11-20'];
  queryClient.setQueryData(api.compliance.getDashboard.queryKey({ from, to }), dashboard);
  queryClient.setQueryData(api.preference.getPreferences.queryKey({}), { documents: {} });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/?tab=dashboard&span=${from}..${to}`]}>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('规则精确率（95% 区间）');
}

/** What the address of the first link of a name asks for. */
const asked = (name: string | RegExp) =>
  Object.fromEntries(
    new URLSearchParams(screen.getAllByRole('link', { name })[0]?.getAttribute('href')?.split('?')[1]),
  );

test('each number leads to the records that it counts', async () => {
  await shown(found);
  const created = '2026-11-19..2026-11-20';
  expect(asked('10')).toEqual({ tab: 'cases', state: 'NEW,WORKING,SUSPENDED,CLOSING' });
  expect(asked('2')).toEqual({ tab: 'cases', overdue: 'yes' });
  expect(asked('1,046')).toEqual({ tab: 'alerts', state: 'IN_CASE', created });
  expect(asked(/另有 3 条/)).toEqual({ tab: 'alerts', state: 'SUPPRESSED', created });
  expect(asked('LARGE 大额')).toEqual({ tab: 'alerts', state: 'IN_CASE', created, rule: large.id });
  expect(screen.getByText('30 分钟')).toBeDefined();
  expect(screen.getByText('30.5 小时')).toBeDefined();
});

test('a rule of which no case was closed has a dash and not 0 %', async () => {
  await shown(found);
  const rows = within(
    screen.getAllByRole('region', { name: '规则精确率（95% 区间）' }).at(-1) as HTMLElement,
  ).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('30% [18.1%, 45.4%]');
  expect(rows[2]?.textContent).toContain('—');
  expect(rows[2]?.textContent).not.toContain('%');
});

test('the table of days has the figures of the bars, and the map those of the hours', async () => {
  await shown(found);
  const days = within(
    screen.getAllByRole('region', { name: '每日预警', hidden: true }).at(-1) as HTMLElement,
  );
  const cells = days
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));
  // The newest day first, the rule with the most alerts first.
  expect(cells.slice(1)).toEqual([
    ['2026-11-20', '1,000', '0', '1,000', '0'],
    ['2026-11-19', '0', '46', '46', '3'],
  ]);
  const sunday = screen.getByRole('row', { name: /^周日/ });
  expect([...sunday.children].map((cell) => cell.textContent)).toEqual(['周日', ...Array(23).fill('0'), '9']);
});

test('who closed what is shown where the service tells it, and no part where it does not', async () => {
  await shown(found);
  expect(
    within(screen.getAllByRole('region', { name: '人员结案' }).at(-1) as HTMLElement).getByText('合规主管'),
  ).toBeDefined();
  cleanup();
  await shown({ ...found, people: null });
  expect(screen.queryByRole('heading', { name: '人员结案' })).toBeNull();
});
