import { day, fenPositive } from '@xyxlx/contracts/fields';
import {
  type Accumulation,
  accumulationKinds,
  accumulationKindWords,
  goodFor,
  isYearly,
  type ScheduleType,
} from '@xyxlx/contracts/issue-schedule';
import { Form, InputNumber, Radio, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import styles from './issuing.module.css';

const DayField = lazy(async () => ({ default: (await import('../../kit/form/day-field.tsx')).DayField }));

const ends = ['DAYS', 'DAY', 'NEVER'] as const;

interface AccumulationFieldsProps {
  type: ScheduleType;
  initial: Accumulation;
}

/** What becomes of what isn't spent, in the field `accumulation` of the form around. */
export function AccumulationFields({ type, initial }: AccumulationFieldsProps) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const kind: Accumulation['kind'] = Form.useWatch(['accumulation', 'kind']) ?? initial.kind;
  return (
    <>
      <FieldItem
        path={['accumulation', 'kind']}
        label={t('plan.accumulation')}
        schema={z.enum(accumulationKinds)}
        kind="choice"
        initial={initial.kind}
        extra={t(kind === 'NONE' && isYearly(type) ? 'accumulation.NONE.days' : `accumulation.${kind}`)}
      >
        {() => (
          <Radio.Group
            options={enumOptions(accumulationKindWords)}
            // What was said of the other kind means nothing to this one.
            onChange={({ target }) => form.setFieldValue('accumulation', { kind: target.value })}
          />
        )}
      </FieldItem>
      <div className={styles.row}>
        {kind === 'NONE' && isYearly(type) && (
          <Days
            path={['accumulation', 'days']}
            initial={initial.kind === 'NONE' ? initial.days : undefined}
          />
        )}
        {kind === 'KEEP' && <Ends initial={initial.kind === 'KEEP' ? initial.ends : { by: 'NEVER' }} />}
        {kind === 'CAPPED' && (
          <FieldItem
            path={['accumulation', 'cap']}
            label={t('accumulation.cap')}
            schema={fenPositive}
            kind="money"
            {...(initial.kind === 'CAPPED' && { initial: initial.cap })}
          >
            {() => <MoneyInput />}
          </FieldItem>
        )}
      </div>
    </>
  );
}

function Ends({ initial }: { initial: Extract<Accumulation, { kind: 'KEEP' }>['ends'] }) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const path = ['accumulation', 'ends'] as const;
  const by: (typeof ends)[number] = Form.useWatch([...path, 'by']) ?? initial.by;
  return (
    <>
      <FieldItem
        path={[...path, 'by']}
        label={t('accumulation.ends')}
        schema={z.enum(ends)}
        kind="choice"
        initial={initial.by}
      >
        {() => (
          <Select
            options={ends.map((value) => ({ value, label: t(`accumulation.ends.${value}`) }))}
            onChange={(next) => form.setFieldValue([...path], { by: next })}
          />
        )}
      </FieldItem>
      {by === 'DAYS' && (
        <Days path={[...path, 'days']} initial={initial.by === 'DAYS' ? initial.days : undefined} />
      )}
      {by === 'DAY' && (
        <FieldItem
          path={[...path, 'until']}
          label={t('field.lastDay')}
          schema={day}
          kind="choice"
          {...(initial.by === 'DAY' && { initial: initial.until })}
        >
          {() => <UntilField />}
        </FieldItem>
      )}
    </>
  );
}

interface UntilFieldProps {
  /** Handed in by the field. */
  id?: string;
  value?: string;
  onChange?(day: string | undefined): void;
}

function UntilField(props: UntilFieldProps) {
  return (
    <Suspense>
      <DayField {...props} />
    </Suspense>
  );
}

interface DaysProps {
  path: readonly string[];
  initial: number | undefined;
}

/** For how many days it is good. */
function Days({ path, initial }: DaysProps) {
  const { t } = useTranslation('issuing');
  return (
    <FieldItem
      path={path}
      label={t('accumulation.days')}
      schema={goodFor}
      kind="number"
      {...(initial !== undefined && { initial })}
    >
      {({ min, max }) => (
        <InputNumber
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          precision={0}
          style={{ width: '100%' }}
        />
      )}
    </FieldItem>
  );
}
