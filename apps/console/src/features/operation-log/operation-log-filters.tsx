import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cardModules, operationResults, operationResultWords } from '@xyxlx/contracts/operation-log';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { useFilter } from '../../kit/use-filter.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { moduleLabel, moduleLabels } from './module-name.ts';

/** The fields the log is filtered by; the card domain's slice offers its own modules alone. */
export function OperationLogFilters({ domain }: { domain?: 'card' | undefined }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const modules: readonly string[] = domain ? cardModules : Object.keys(moduleLabels);
  return (
    <>
      <FilterSpan name="between" label={t('field.createdAt')} />
      <ActorFilter />
      <FilterChoice
        isSingle
        name="module"
        label={t('field.module')}
        options={modules.map((value) => ({ value, label: label(moduleLabel(value)) }))}
      />
      <ActionFilter modules={modules} />
      <FilterChoice
        name="result"
        label={t('field.result')}
        options={operationResults.map((value) => ({ value, label: label(operationResultWords[value]) }))}
      />
      <FilterText name="keyword" label={t('field.target')} placeholder={t('filter.target')} />
      <FilterText name="traceId" label={t('field.traceId')} placeholder={t('filter.traceId')} />
    </>
  );
}

/** Somebody who is in the log. */
function ActorFilter() {
  const { t } = useTranslation('operation-log');
  const [value] = useFilter<string>('actorId');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const { data = [] } = useQuery(
    api.operationLog.queryLogActor.queryOptions(keyword ? { keyword } : {}, {
      ...background,
      placeholderData: keepPreviousData,
    }),
  );
  // Whoever an address names may stand further down than the list goes.
  const unnamed = value !== undefined && !data.some(({ id }) => id === value);
  return (
    <FilterChoice
      isSingle
      name="actorId"
      label={t('field.actor')}
      options={[
        ...(unnamed ? [{ value, label: t('narrowed.actor') }] : []),
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onType={setTyped}
    />
  );
}

/** What was done, with the module it belongs to. */
function ActionFilter({ modules }: { modules: readonly string[] }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const { data = [] } = useQuery(api.operationLog.queryLogAction.queryOptions(undefined, background));
  return (
    <FilterChoice
      isSingle
      name="action"
      label={t('field.action')}
      options={modules.flatMap((module) =>
        data
          .filter((line) => line.module === module)
          .map((line) => ({
            value: `${module}.${line.action}`,
            label: label(line.label),
            note: label(moduleLabel(module)),
          })),
      )}
    />
  );
}

const background = { staleTime: 60_000, trpc: { context: { background: true } } };
