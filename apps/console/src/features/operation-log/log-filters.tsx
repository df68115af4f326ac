import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { logModuleWords } from '@xyxlx/contracts/log-words';
import { cardModules } from '@xyxlx/contracts/operation-log';
import { useDeferredValue, useState } from 'react';
import type { Filter } from '../../kit/filters/filter.ts';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { readKeyword } from '../../kit/filters/read-keyword.ts';
import { recordId } from '../../kit/filters/record-id.ts';
import { SelectField } from '../../kit/filters/select-field.tsx';
import { useFilter } from '../../kit/filters/use-filter.ts';
import { api } from '../../lib/api.ts';
import { labelText, useLabel } from '../../lib/label.ts';
import { moduleLabel } from './module-name.ts';
import { targetTypeLabel } from './record-words.ts';

const background = { staleTime: 60_000, trpc: { context: { background: true } } };
const text = { read: readKeyword };

/** The modules of the log, or those of one domain. */
function modulesOf(domain: 'card' | undefined): readonly string[] {
  return domain ? cardModules : Object.keys(logModuleWords);
}

/** A filter by the part of the product something was done in. */
export function moduleFilter(label: string, domain: 'card' | undefined) {
  const options = modulesOf(domain).map((value) => ({ value, label: labelText(moduleLabel(value)) }));
  return pickFilter('module', label, options, text);
}

/** A filter by what was done, `module.action`. */
export function actionFilter(
  label: string,
  domain: 'card' | undefined,
): Filter<{ module: string; action: string }, string> {
  return {
    name: 'action',
    label,
    ...text,
    write: (value) => value,
    wire: (value) => {
      const [module = '', action = ''] = value.split('.');
      return { module, action };
    },
    field: <ActionField label={label} domain={domain} />,
    words: (value) => value,
  };
}

/** A filter by somebody who is in the log; `unnamed` stands for whom the first page of names does not hold. */
export function actorFilter(label: string, unnamed: string): Filter<{ actorId: string }, string> {
  return {
    name: 'actorId',
    label,
    ...recordId,
    wire: (actorId) => ({ actorId }),
    field: <ActorField label={label} unnamed={unnamed} />,
    words: () => unnamed,
  };
}

/** What the way from a record to its rows asks for: there is no field for it, only the chip. */
export function targetFilters(
  label: string,
  narrowed: string,
): [Filter<{ targetType: string }, string>, Filter<{ targetId: string }, string>] {
  const hidden = { label, ...text, write: (value: string) => value, field: null };
  return [
    { ...hidden, name: 'targetType', wire: (targetType) => ({ targetType }), words: targetTypeText },
    { ...hidden, name: 'targetId', wire: (targetId) => ({ targetId }), words: () => narrowed },
  ];
}

function ActorField({ label, unnamed }: { label: string; unnamed: string }) {
  const [value] = useFilter<string>('actorId');
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useQuery(
    api.operationLog.queryLogActor.queryOptions(asked ? { keyword: asked } : {}, {
      ...background,
      placeholderData: keepPreviousData,
    }),
  );
  // Whoever an address names may stand further down than the list goes.
  const isUnnamed = value !== undefined && !data.some((actor) => actor.id === value);
  return (
    <SelectField
      name="actorId"
      label={label}
      loading={isFetching}
      options={[
        ...(isUnnamed ? [{ value, label: unnamed }] : []),
        ...data.map((actor) => ({ value: actor.id, label: actor.name })),
      ]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
    />
  );
}

function ActionField({ label, domain }: { label: string; domain: 'card' | undefined }) {
  const words = useLabel();
  const { data = [] } = useQuery(api.operationLog.queryLogAction.queryOptions(undefined, background));
  return (
    <SelectField
      name="action"
      label={label}
      options={modulesOf(domain).map((module) => ({
        label: words(moduleLabel(module)),
        options: data
          .filter((line) => line.module === module)
          .map((line) => ({ value: `${module}.${line.action}`, label: words(line.label) })),
      }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

function targetTypeText(type: string): string {
  return labelText(targetTypeLabel(type));
}
