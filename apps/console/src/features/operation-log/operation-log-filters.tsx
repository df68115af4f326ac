import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cardModules, operationResults } from '@xyxlx/contracts/operation-log';
import { Form, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { DayRange } from '../../kit/day-range.tsx';
import { TextInput } from '../../kit/text-input.ts';
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
      <Form.Item name="between" label={t('field.createdAt')}>
        <DayRange />
      </Form.Item>
      <Form.Item name="actorId" label={t('field.actor')}>
        <ActorSelect />
      </Form.Item>
      <Form.Item name="module" label={t('field.module')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('filter.any')}
          options={modules.map((value) => ({ value, label: label(moduleLabel(value)) }))}
        />
      </Form.Item>
      <Form.Item name="action" label={t('field.action')}>
        <ActionSelect modules={modules} />
      </Form.Item>
      <ChoiceField
        name="result"
        label={t('field.result')}
        values={operationResults}
        wordsOf={(value) => t(`result.${value}`)}
      />
      <Form.Item name="keyword" label={t('field.target')}>
        <TextInput allowClear maxLength={100} placeholder={t('filter.target')} />
      </Form.Item>
      <Form.Item name="traceId" label={t('field.traceId')}>
        <TextInput allowClear maxLength={100} placeholder={t('filter.traceId')} className="figures" />
      </Form.Item>
    </>
  );
}

interface FieldProps {
  id?: string;
  value?: string;
  onChange?(value: string | undefined): void;
}

/** Picks somebody who is in the log. */
function ActorSelect({ id, value, onChange }: FieldProps) {
  const { t } = useTranslation('operation-log');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const actors = useQuery(
    api.operationLog.queryLogActor.queryOptions(keyword ? { keyword } : {}, {
      ...background,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('filter.any')}
      value={value ?? null}
      loading={actors.isFetching}
      options={(actors.data ?? []).map((actor) => ({ value: actor.id, label: actor.name }))}
      labelRender={({ label: name }) => name ?? t('narrowed.actor')}
      onChange={(next: string | null | undefined) => onChange?.(next ?? undefined)}
    />
  );
}

/** Picks what was done, under the module it belongs to. */
function ActionSelect({ id, value, onChange, modules }: FieldProps & { modules: readonly string[] }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const { data = [] } = useQuery(api.operationLog.queryLogAction.queryOptions(undefined, background));
  const groups = modules
    .map((module) => ({
      label: label(moduleLabel(module)),
      options: data
        .filter((line) => line.module === module)
        .map((line) => ({ value: `${module}.${line.action}`, label: label(line.label) })),
    }))
    .filter(({ options }) => options.length > 0);
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('filter.any')}
      value={value ?? null}
      options={groups}
      popupMatchSelectWidth={280}
      onChange={(next: string | null | undefined) => onChange?.(next ?? undefined)}
    />
  );
}

const background = { staleTime: 60_000, trpc: { context: { background: true } } };
