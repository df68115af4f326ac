import { BookOutlined, SettingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '../lib/kept.ts';
import type { Column } from './column.ts';
import styles from './list-look.module.css';
import { PopoverButton } from './popover-button.tsx';
import { SavedViews } from './saved-views.tsx';

/**
 * How the user likes a list: which columns it shows and its saved views, kept on the server under the list's name. Hand
 * `columns` to the table and put `tools` among its actions.
 */
export function useListLook<Row>(
  name: string,
  all: Column<Row>[],
): { columns: Column<Row>[]; tools: ReactNode } {
  const { t } = useTranslation('kit');
  const [kept, setHidden] = useKept(`${name}.hiddenColumns`, readNames);
  const leftOut = all.filter(({ optional }) => optional).map(({ key }) => key);
  const hidden = kept ?? leftOut;
  const isShown = ({ key, fixed }: Column<Row>) => fixed !== undefined || !hidden.includes(key);
  return {
    columns: all.filter(isShown),
    tools: (
      <>
        <PopoverButton label={t('views.title')} icon={<BookOutlined aria-hidden />}>
          {(close) => <SavedViews name={name} onDone={close} />}
        </PopoverButton>
        <PopoverButton label={t('columns.title')} icon={<SettingOutlined aria-hidden />}>
          {() => (
            <div className={styles.columns}>
              {all.map((column) => (
                <label key={column.key}>
                  <input
                    type="checkbox"
                    checked={isShown(column)}
                    disabled={column.fixed !== undefined}
                    onChange={() =>
                      setHidden(
                        hidden.includes(column.key)
                          ? hidden.filter((key) => key !== column.key)
                          : [...hidden, column.key],
                      )
                    }
                  />
                  {column.title}
                </label>
              ))}
              <button type="button" className={styles.plain} onClick={() => setHidden([])}>
                {t('columns.all')}
              </button>
              {leftOut.length > 0 && (
                <button type="button" className={styles.plain} onClick={() => setHidden(leftOut)}>
                  {t('columns.usual')}
                </button>
              )}
            </div>
          )}
        </PopoverButton>
      </>
    ),
  };
}

function readNames(stored: unknown): string[] | null {
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : null;
}
