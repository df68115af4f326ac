import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import type { RowData } from '@tanstack/react-table';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './column-settings.module.css';
import type { ColumnSettingsProps } from './column-settings.tsx';

/** The columns of a list, one below the other, with what can be done with each. */
export function ColumnPanel<Row extends RowData>({ table, isDefault, onRestore }: ColumnSettingsProps<Row>) {
  const { t } = useTranslation('kit');
  const columns = table.getAllLeafColumns();
  const keys = columns.map(({ id }) => id);

  function move(at: number, by: -1 | 1): void {
    const next = [...keys];
    const [moved = ''] = next.splice(at, 1);
    next.splice(at + by, 0, moved);
    table.setColumnOrder(next);
  }

  return (
    <div className={styles.panel}>
      <ul className={styles.columns}>
        {columns.map((column, at) => {
          const title = String(column.columnDef.header);
          const isPinned = column.getIsPinned() === 'start';
          return (
            <li key={column.id}>
              <Checkbox
                checked={column.getIsVisible()}
                disabled={!column.getCanHide()}
                onChange={({ target }) => column.toggleVisibility(target.checked)}
              >
                {title}
              </Checkbox>
              <span className={styles.buttons}>
                <Button
                  type="text"
                  size="small"
                  aria-label={t('columns.up', { title })}
                  disabled={at === 0}
                  icon={<ArrowUpOutlined aria-hidden />}
                  onClick={() => move(at, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  aria-label={t('columns.down', { title })}
                  disabled={at === columns.length - 1}
                  icon={<ArrowDownOutlined aria-hidden />}
                  onClick={() => move(at, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  aria-label={t('columns.pin', { title })}
                  aria-pressed={isPinned}
                  disabled={!column.getCanPin()}
                  icon={isPinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                  onClick={() => column.pin(isPinned ? false : 'start')}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <div className={styles.all}>
        <Button type="link" size="small" onClick={() => table.toggleAllColumnsVisible(true)}>
          {t('columns.all')}
        </Button>
        <Button type="link" size="small" disabled={isDefault} onClick={onRestore}>
          {t('columns.reset')}
        </Button>
      </div>
    </div>
  );
}
