import { ImportOutlined } from '@ant-design/icons';
import { riskEntryStateWords, riskListWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../../kit/filters/choice-filter.tsx';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { singleFilter } from '../../../kit/filters/single-filter.tsx';
import { newImport, useOpenImport } from '../../../kit/import/use-open-import.ts';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { List } from '../../../kit/list/list.tsx';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { minuteText } from '../../../lib/time.ts';

const EntryDrawer = lazyOverlay(async () => (await import('./entry-drawer.tsx')).EntryDrawer);
const EntryImport = lazy(async () => ({ default: (await import('./entry-import.tsx')).EntryImport }));
const EntryForm = lazy(async () => ({ default: (await import('./entry-form.tsx')).EntryForm }));

/** 名单: whom compliance refuses, watches, or leaves in peace of some rules. */
export function EntryList() {
  const { t } = useTranslation('compliance');
  const can = useCan();
  const [adds, setAdds] = useState(false);
  const [openImport, goToImport] = useOpenImport();
  const add = can('compliance.settings') && (
    <>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => goToImport(newImport)}>
        {t('entry.import')}
      </Button>
      <Button type="primary" onClick={() => setAdds(true)}>
        {t('entry.add')}
      </Button>
    </>
  );
  return (
    <>
      <List
        name="riskEntry"
        label={t('tab.list')}
        query={api.compliance.queryList}
        sortFields={['createdAt']}
        filters={[
          singleFilter(
            'list',
            t('entry.list'),
            enumOptions(riskListWords).map((option) => ({ ...option, wire: option.value })),
          ),
          choiceFilter('subjectType', t('entry.subjectType'), riskSubjectWords),
          choiceFilter('state', t('entry.state'), riskEntryStateWords),
        ]}
        columns={(cell) => [
          cell.name('subject', t('entry.subject'), ({ subjectName }) => subjectName, { width: 200 }),
          cell.state('list', t('entry.list'), riskListWords, ({ list }) => list),
          cell.kind('subjectType', t('entry.subjectType'), riskSubjectWords, (row) => row.subjectType),
          cell.text('rule', t('entry.rule'), ({ rule }) => rule && `${rule.code} ${rule.name}`, {
            width: 160,
          }),
          cell.figures(
            'term',
            t('entry.term'),
            ({ validFrom, validTo }) =>
              `${minuteText(validFrom)} – ${validTo ? minuteText(validTo) : t('entry.to.open')}`,
          ),
          cell.state('state', t('entry.state'), riskEntryStateWords, ({ state }) => state),
          cell.text('reason', t('entry.reason'), ({ reason }) => reason, { width: 200, wide: true }),
          cell.stamp(
            'createdAt',
            t('entry.createdAt'),
            ({ createdAt }) => createdAt,
            ({ createdBy }) => createdBy,
            { wide: true },
          ),
        ]}
        drawer={({ id, row, onClose }) => (
          <EntryDrawer entry={id === null ? undefined : row} onClose={onClose} />
        )}
        actions={add}
        start={
          add && (
            <Flex gap={8} wrap justify="center">
              {add}
            </Flex>
          )
        }
      />
      <Suspense>
        {adds && <EntryForm onClose={() => setAdds(false)} />}
        {openImport !== null && <EntryImport />}
      </Suspense>
    </>
  );
}
