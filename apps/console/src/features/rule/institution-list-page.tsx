import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import {
  type InstitutionDetail,
  institutionStateWords,
  institutionVersionStateWords,
} from '@xyxlx/contracts/rule-institution';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { useOpenRecord } from '../../kit/list/use-open-record.ts';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { employeeFilter } from './employee-filter.tsx';
import { bulkActions } from './institution-actions.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { categoriesText, validityText } from './terms-text.ts';
import type { Written } from './written.ts';

const InstitutionDrawer = lazyOverlay(
  async () => (await import('./institution-drawer.tsx')).InstitutionDrawer,
);
const InstitutionForm = lazy(async () => ({
  default: (await import('./institution-form.tsx')).InstitutionForm,
}));
const TryDialog = lazy(async () => ({ default: (await import('./try-dialog.tsx')).TryDialog }));
const OverlapDialog = lazy(async () => ({ default: (await import('./overlap-dialog.tsx')).OverlapDialog }));
const SettingDialog = lazy(async () => ({ default: (await import('./setting-dialog.tsx')).SettingDialog }));

/** What lies over the screen besides a 制度. */
type Over = 'try' | 'overlap' | 'setting' | Written;

/** 使用规则: the 制度 by which payments are judged. */
export function Component() {
  const { t } = useTranslation('rule');
  const label = useLabel();
  const can = useCan();
  const [, open] = useOpenRecord();
  const [over, setOver] = useState<Over | null>(null);
  const close = () => setOver(null);
  return (
    <>
      <ListScreen
        name="institution"
        title={t('list.title')}
        lead={t('list.lead')}
        query={api.rule.queryInstitution}
        ofTenants
        sortFields={['code', 'name', 'createdAt']}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          choiceFilter('state', t('field.state'), institutionStateWords),
          singleFilter(
            'category',
            t('field.categories'),
            enumOptions(consumptionCategoryWords).map((option) => ({ ...option, wire: option.value })),
          ),
          employeeFilter(t('filter.employee')),
        ]}
        columns={(cell) => [
          cell.name('name', t('field.name'), (row) => row.name),
          cell.figures('code', t('field.code'), (row) => row.code),
          cell.text('categories', t('field.categories'), (row) => categoriesText(row.categories, t), {
            width: 160,
          }),
          cell.count('priority', t('field.priority'), (row) => row.priority),
          cell.count('people', t('field.people'), (row) => row.people),
          cell.custom('versionNo', t('field.versionNo'), ({ versionNo, next }) => (
            <span className="figures">
              v{versionNo}{' '}
              {next && (
                <ToneTag tone={institutionVersionStateWords[next.state].tone}>
                  v{next.no} {label(institutionVersionStateWords[next.state])}
                </ToneTag>
              )}
            </span>
          )),
          cell.figures('validity', t('field.validity'), (row) => validityText(row, t)),
          cell.state('state', t('field.state'), institutionStateWords, (row) => row.state),
          cell.count('declinedCount', t('field.declinedCount'), (row) => row.declinedCount),
        ]}
        bulk={{ permission: 'rule.edit', nameOf: (row) => row.name, actions: bulkActions(t) }}
        start={can('rule.edit') && <TemplateChoice onChoose={setOver} />}
        screenActions={
          <>
            <Button onClick={() => setOver('setting')}>{t('setting.action')}</Button>
            <Button onClick={() => setOver('overlap')}>{t('overlap.action')}</Button>
            <Button onClick={() => setOver('try')}>{t('try.title')}</Button>
          </>
        }
        drawer={({ id, open: onOpen, onEdit, onClose }) => (
          <InstitutionDrawer id={id} onEdit={onEdit} onOpen={onOpen} onClose={onClose} />
        )}
        form={{
          permission: 'rule.edit',
          label: t('list.add'),
          render: ({ record, onClose }: { record: InstitutionDetail | null; onClose(): void }) => (
            <InstitutionForm institution={record} onClose={onClose} />
          ),
        }}
      />
      <Suspense>{overlay()}</Suspense>
    </>
  );

  function overlay(): ReactNode {
    switch (over) {
      case null:
        return null;
      case 'try':
        return <TryDialog onClose={close} />;
      case 'overlap':
        return <OverlapDialog onOpen={open} onClose={close} />;
      case 'setting':
        return <SettingDialog onClose={close} />;
      default:
        return <InstitutionForm institution={null} start={over} onClose={close} />;
    }
  }
}
