import { SettingOutlined } from '@ant-design/icons';
import type { RowData } from '@tanstack/react-table';
import { Button, Popover } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOverlay } from '../lazy-overlay.ts';
import type { ListTable } from './use-list-table.ts';

const ColumnPanel = lazyOverlay(async () => (await import('./column-panel.tsx')).ColumnPanel<object>);

export interface ColumnSettingsProps<Row extends RowData> {
  table: ListTable<Row>;
  /** The user has not changed anything. */
  isDefault: boolean;
  onRestore(): void;
}

/** Shows, orders and pins the columns of a list. */
export function ColumnSettings<Row extends RowData>(props: ColumnSettingsProps<Row>) {
  const { t } = useTranslation('kit');
  const title = t('columns.title');
  const panel = () => (
    <Suspense>
      {/* Nothing of it reads a row, and what is lazy has no type of its own. */}
      <ColumnPanel {...(props as unknown as ColumnSettingsProps<object>)} />
    </Suspense>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={panel}>
      <Button aria-label={title} title={title} icon={<SettingOutlined aria-hidden />} />
    </Popover>
  );
}
