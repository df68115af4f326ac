import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from './table-selection.ts';

/** What can be done with the picked rows; nothing while there are none. */
export function SelectionActions({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useTranslation('kit');
  if (selection.keys.size === 0) return null;
  return (
    <>
      {children}
      <Button type="text" onClick={() => selection.onChange(new Set())}>
        {t('bulk.clear')}
      </Button>
    </>
  );
}
