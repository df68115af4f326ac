import { useMutation } from '@tanstack/react-query';
import { autoIssue as contract, type IssuePlanDetail } from '@xyxlx/contracts/issue-plan';
import { catchUpWords, joinerWords, type ScheduleType } from '@xyxlx/contracts/issue-schedule';
import { Button, Form, InputNumber, Select } from 'antd';
import { lazy, type ReactNode, Suspense, useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { inputOf } from '../../kit/form/schema.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { KeepsUnsaved } from '../../kit/form/unsaved.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { businessToday } from '../../lib/time.ts';
import { AccumulationFields } from './accumulation-fields.tsx';
import { AmountFields } from './amount-fields.tsx';
import { InstitutionInput } from './institution-input.tsx';
import styles from './issuing.module.css';
import { RunPreview } from './run-preview.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import type { WrittenPlan } from './written-plan.ts';

const ReasonDialog = lazy(async () => ({
  default: (await import('../../kit/actions/reason-dialog.tsx')).ReasonDialog,
}));

const addSchema = contract.addPlan.input;
const editSchema = contract.editPlan.input;
/** The fields that both forms have, and those that a new plan alone has. */
const field = fieldsOf<typeof addSchema>();

interface PlanFormProps {
  type: ScheduleType;
  /** The plan to change; null for a new one. */
  plan: IssuePlanDetail | null;
  start: WrittenPlan;
  /** Saved, and handed in if that was asked for. */
  onSaved(plan: IssuePlanDetail): void;
}

/** Writes a plan: saved it is a draft, and runs once another has approved it. Beside it stands what it would do. */
export function PlanForm({ type, plan, start, onSaved }: PlanFormProps) {
  const { t } = useTranslation(['issuing', 'kit']);
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  const [handsIn, setHandsIn] = useState<IssuePlanDetail | null>(null);
  const isToSubmit = useRef(false);
  const onSuccess = async (saved: IssuePlanDetail) => {
    setTouched(false);
    await acted(t('kit:saved'), api.autoIssue.pathFilter());
    if (isToSubmit.current) setHandsIn(saved);
    else onSaved(saved);
  };
  const add = useMutation(api.autoIssue.addPlan.mutationOptions({ onSuccess }));
  const edit = useMutation(api.autoIssue.editPlan.mutationOptions({ onSuccess }));
  const submit = useMutation(
    api.autoIssue.submitPlan.mutationOptions({
      onSuccess: async (saved) => {
        onSaved(saved);
        await acted(t('plan.submitted'), api.autoIssue.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  const fields = () => (
    <>
      <div className={styles.beside}>
        <div>
          <Fields type={type} plan={plan} start={start} />
        </div>
        <Beside plan={plan} />
      </div>
      <div className={styles.foot}>
        <Button htmlType="submit" loading={add.isPending || edit.isPending} onClick={asksFor(false)}>
          {t('plan.save')}
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={add.isPending || edit.isPending}
          onClick={asksFor(true)}
        >
          {t('plan.saveAndSubmit')}
        </Button>
      </div>
    </>
  );
  function asksFor(toSubmit: boolean) {
    return () => {
      isToSubmit.current = toSubmit;
    };
  }
  return (
    <div className={styles.form}>
      {isTouched && <KeepsUnsaved />}
      {plan ? (
        <SchemaForm
          id={id}
          schema={editSchema}
          known={{ id: plan.id, version: plan.version }}
          work={edit}
          onTouched={() => setTouched(true)}
          fields={fields}
        />
      ) : (
        <SchemaForm
          id={id}
          schema={addSchema}
          work={add}
          onTouched={() => setTouched(true)}
          fields={fields}
        />
      )}
      <Suspense>
        {handsIn && (
          <ReasonDialog
            title={t('plan.act.submit')}
            words={t('plan.act.submit.words')}
            okText={t('plan.act.submit')}
            isPending={submit.isPending}
            error={submit.error}
            onClose={() => onSaved(handsIn)}
            onSubmit={({ reason }) => submit.mutate({ id: handsIn.id, version: handsIn.version, reason })}
          />
        )}
      </Suspense>
    </div>
  );
}

interface FieldsProps {
  type: ScheduleType;
  plan: IssuePlanDetail | null;
  start: WrittenPlan;
}

function Fields({ type, plan, start }: FieldsProps): ReactNode {
  const { t } = useTranslation('issuing');
  const mayPick = useCan()('rule.view');
  const written: string | undefined = Form.useWatch('merchantId');
  const merchantId = plan?.merchant.id ?? written;
  const isProrated = type === 'WEEKLY' || type === 'MONTHLY';
  return (
    <>
      <FormPart title={t('plan.part.who')}>
        <div className={styles.row}>
          {field.text('name', t('plan.name'), { initial: start.name })}
          {field.merchant('merchantId', t('field.merchant'))}
        </div>
        {mayPick &&
          field.custom(
            'institutionId',
            t('field.institution'),
            <InstitutionInput placeholder={t('anyPolicy')} />,
            { extra: t('institution.hint'), initial: start.institutionId },
          )}
        <TargetFields
          key={merchantId ?? ''}
          merchantId={merchantId}
          {...(start.target && { initial: start.target })}
          named={plan?.newest.named ?? []}
        />
      </FormPart>
      <FormPart title={t('plan.part.when')}>
        <ScheduleFields type={type} initial={start.schedule} />
        <div className={styles.row}>
          {field.day('validFrom', t('plan.validFrom'), {
            initial: start.validFrom ?? businessToday(),
          })}
          {field.day('validTo', t('plan.validTo'), {
            initial: start.validTo,
            placeholder: t('forGood'),
            dependsOn: ['validFrom'],
            check: (to: string | undefined, read) =>
              to !== undefined && to < String(read('validFrom') ?? '') && t('plan.validTo.wrong'),
          })}
        </div>
      </FormPart>
      <FormPart title={t('plan.part.what')}>
        <AmountFields {...(start.amount && { initial: start.amount })} />
        <AccumulationFields type={type} initial={start.accumulation ?? { kind: 'NONE' }} />
        {isProrated &&
          field.choice('joiner', t('plan.joiner'), joinerWords, { initial: start.joiner ?? 'NEXT' })}
        <CatchUpFields initial={start.catchUp ?? { runs: 'ALL', days: 7 }} />
      </FormPart>
    </>
  );
}

const catchUpShape = contract.addPlan.input.shape.catchUp.unwrap().shape;

function CatchUpFields({ initial }: { initial: z.output<typeof contract.addPlan.input>['catchUp'] }) {
  const { t } = useTranslation('issuing');
  return (
    <div className={styles.row}>
      <FieldItem
        path={['catchUp', 'runs']}
        label={t('plan.catchUp')}
        schema={catchUpShape.runs}
        kind="choice"
        initial={initial.runs}
      >
        {() => <Select options={enumOptions(catchUpWords)} />}
      </FieldItem>
      <FieldItem
        path={['catchUp', 'days']}
        label={t('plan.catchUp.days')}
        schema={catchUpShape.days}
        kind="number"
        initial={initial.days}
      >
        {() => <InputNumber min={1} max={31} precision={0} style={{ width: '100%' }} />}
      </FieldItem>
    </div>
  );
}

/** What the plan would do as it is written at this moment. */
function Beside({ plan }: { plan: IssuePlanDetail | null }) {
  const typed: object = Form.useWatch((values: object) => values) ?? {};
  const { data } = addSchema.safeParse(
    inputOf(
      addSchema,
      { name: '-', ...useDeferredValue(typed) },
      plan ? { merchantId: plan.merchant.id } : {},
    ),
  );
  if (!data) return <RunPreview asked={undefined} />;
  const { name: _name, ...written } = data;
  return <RunPreview asked={{ plan: written, ...(plan && { id: plan.id }) }} />;
}
