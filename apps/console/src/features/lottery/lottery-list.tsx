import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lotteryStates, prizeTypes } from '@xyxlx/contracts/lottery';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { days, ends, type Span } from '../../kit/days.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { SelectionActions } from '../../kit/selection-actions.tsx';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useNamedSelection } from '../../kit/use-named-selection.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { DrawAct, type DrawStep } from './draw-act.tsx';
import { lotteryColumns } from './lottery-columns.tsx';
import { LotteryFilters } from './lottery-filters.tsx';

const LotteryDrawer = lazyOverlay(async () => (await import('./lottery-drawer.tsx')).LotteryDrawer);

const listShape = {
  filters: {
    merchantId: recordId,
    storeId: recordId,
    drawn: days,
    activityId: recordId,
    lotteryNo: text,
    prizeType: choices(prizeTypes),
    state: choices(lotteryStates),
  },
  sortFields: ['drawnAt'] as const,
};

interface LotteryListProps {
  title: string;
  /** Shows the draws of this employee alone. */
  employeeId?: string;
}

/** Draws with their filters, their detail, and awarding again what was not handed out. */
export function LotteryList({ title, employeeId }: LotteryListProps) {
  const { t } = useTranslation('lottery');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [step, setStep] = useState<DrawStep | null>(null);
  const scope = employeeId === undefined ? {} : { employeeId };
  const pages = useCursorInput({ ...wireFilters(list.input), ...scope });
  const rows = useQuery(
    api.lottery.queryLottery.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const look = useListLook('lottery', lotteryColumns(t, setOpenId, employeeId !== undefined));
  const picked = useNamedSelection(rows.data?.list, ({ id, lotteryNo, employee }) => [
    id,
    `${lotteryNo} · ${employee.name}`,
  ]);
  return (
    <>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <LotteryFilters isOfOneEmployee={employeeId !== undefined} />
      </FilterForm>
      <PagedTable
        label={title}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        {...(can('lottery.award') && { selection: picked.selection })}
        actions={
          <>
            <SelectionActions selection={picked.selection}>
              <Button type="primary" onClick={() => setStep('award')}>
                {t('award.action')}
              </Button>
              <Button onClick={() => setStep('deliver')}>{t('deliver.action')}</Button>
              <Button danger onClick={() => setStep('fail')}>
                {t('fail.action')}
              </Button>
            </SelectionActions>
            {look.tools}
            {can('lottery.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('lottery/exportLottery', { ...wireFilters(list.filters), ...scope, format })
                }
              />
            )}
          </>
        }
      />
      <Suspense>
        <LotteryDrawer id={openId} onClose={() => setOpenId(null)} />
        {step && (
          <DrawAct
            step={step}
            ids={[...picked.selection.keys]}
            nameOf={picked.nameOf}
            onClose={(isDone) => {
              setStep(null);
              if (isDone) picked.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function wireFilters<T extends { drawn?: Span }>({ drawn, ...filters }: T) {
  return { ...filters, ...ends(drawn, 'drawnFrom', 'drawnTo') };
}
