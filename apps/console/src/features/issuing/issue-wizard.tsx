import { useMutation } from '@tanstack/react-query';
import { creditLimit as contract, maxDaysAhead } from '@xyxlx/contracts/issue';
import { paths } from '@xyxlx/contracts/paths';
import { Button, Form, Progress } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ExportButton } from '../../kit/export-button.tsx';
import type { Fields } from '../../kit/form/fields.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { FileDrop } from '../../kit/import/file-drop.tsx';
import { WizardSteps } from '../../kit/import/wizard-steps.tsx';
import { api, client } from '../../lib/api.ts';
import { downloadFile, uploadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { countText, yuanText } from '../../lib/money.ts';
import { queryClient } from '../../lib/query-client.ts';
import { businessToday } from '../../lib/time.ts';
import { AmountFields } from './amount-fields.tsx';
import { InstitutionInput } from './institution-input.tsx';
import styles from './issuing.module.css';
import { TargetFields } from './target-fields.tsx';
import { TargetPreview, useTarget } from './target-preview.tsx';
import { useSteps } from './use-steps.ts';

const maxMb = 20;
const schema = contract.addIssue.input;
type Input = Parameters<typeof client.creditLimit.addIssue.mutate>[0];

/** What each step asks for: the steps that a form has, before the batch is checked. */
const asked = [
  ['merchantId', 'institutionId', 'name', 'batchNo', 'effectiveOn', 'lastDay', 'reason'],
  ['target'],
  ['amount'],
] as const;

/** Makes a batch in steps; its check and its handing in are those of the draft that comes of it. */
export function IssueWizard() {
  const { t } = useTranslation(['issuing', 'kit']);
  const id = useId();
  const navigate = useNavigate();
  const steps = useSteps();
  const [step, setStep] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const { trpc, onSettled } = useIdempotencyKey();
  const send = useMutation({
    onSettled,
    mutationFn: (input: Input) => (isByFile(input) && file ? upload(input, file) : add(input)),
    onSuccess: ({ batchId }) => {
      queryClient.invalidateQueries(api.creditLimit.pathFilter());
      navigate(`${paths.issue}?open=${batchId}`);
    },
  });

  function add(input: Input) {
    return client.creditLimit.addIssue.mutate(input, { context: trpc.context });
  }

  function upload({ target: _target, amount: _amount, ...head }: Input, list: File) {
    return uploadFile('creditLimit/uploadIssue', list, head, {
      onProgress: setShare,
      idempotencyKey: trpc.context.idempotencyKey,
    });
  }

  return (
    <div className={styles.form}>
      <WizardSteps titles={steps} current={step} />
      <SchemaForm
        id={id}
        schema={schema}
        work={send}
        fields={(field) => (
          <>
            <section hidden={step !== 0}>
              <HeadFields field={field} />
            </section>
            <section hidden={step !== 1}>
              <People file={file} onFile={setFile} />
            </section>
            <section hidden={step !== 2}>
              <HowMuch file={file} />
            </section>
            {send.isPending && file && (
              <Progress percent={Math.round(share * 100)} aria-label={t('wizard.uploading')} />
            )}
            <Foot step={step} hasFile={file !== null} isSending={send.isPending} onStep={setStep} />
          </>
        )}
      />
    </div>
  );
}

/** The form has one way more than the endpoint to say who gets what. */
function isByFile({ target }: Pick<Input, 'target'>): boolean {
  return (target as { by: string }).by === 'FILE';
}

function HeadFields({ field }: { field: Fields<typeof schema> }) {
  const { t } = useTranslation('issuing');
  const mayPick = useCan()('rule.view');
  const today = businessToday();
  return (
    <>
      <div className={styles.row}>
        {field.merchant('merchantId', t('field.merchant'))}
        {mayPick &&
          field.custom(
            'institutionId',
            t('field.institution'),
            <InstitutionInput placeholder={t('anyPolicy')} />,
            { extra: t('institution.hint') },
          )}
      </div>
      <div className={styles.row}>
        {field.text('name', t('field.name'), { placeholder: t('name.hint') })}
        {field.text('batchNo', t('field.batchNo'), {
          isCode: true,
          isUpper: true,
          placeholder: t('batchNo.hint'),
        })}
      </div>
      <div className={styles.row}>
        {field.day('effectiveOn', t('field.effectiveOn'), {
          placeholder: t('effectiveOn.hint'),
          check: (day: string | undefined) =>
            day !== undefined && day < today && t('effectiveOn.past', { days: maxDaysAhead }),
        })}
        {field.day('lastDay', t('field.lastDay'), {
          placeholder: t('forGood'),
          dependsOn: ['effectiveOn'],
          check: (day: string | undefined, read) =>
            day !== undefined && day < String(read('effectiveOn') ?? today) && t('lastDay.wrong'),
        })}
      </div>
      {field.text('reason', t('field.reason'), { showCount: true })}
    </>
  );
}

interface FileProps {
  file: File | null;
}

function People({ file, onFile }: FileProps & { onFile(file: File): void }) {
  const merchantId: string | undefined = Form.useWatch('merchantId');
  const by: string | undefined = Form.useWatch(['target', 'by']);
  return (
    <div className={styles.beside}>
      <div>
        <TargetFields key={merchantId ?? ''} merchantId={merchantId} takesFile />
        {by === 'FILE' && <FileDrop maxMb={maxMb} name={file?.name} onFile={onFile} />}
      </div>
      {by === 'FILE' ? <FileWords /> : <TargetPreview merchantId={merchantId} />}
    </div>
  );
}

function FileWords() {
  const { t } = useTranslation('issuing');
  const can = useCan();
  return (
    <section className={styles.preview}>
      <h3>{t('file.title')}</h3>
      <p className={styles.hint}>{t('file.words')}</p>
      {can('creditlimit.export') && (
        <div>
          <ExportButton
            label={t('file.template')}
            onExport={(format) => downloadFile('creditLimit/issueTemplate', { format })}
          />
        </div>
      )}
    </section>
  );
}

function HowMuch({ file }: FileProps) {
  const { t } = useTranslation('issuing');
  const by: string | undefined = Form.useWatch(['target', 'by']);
  if (by === 'FILE') return <p className={styles.estimate}>{t('file.amounts', { name: file?.name })}</p>;
  return (
    <div className={styles.amounts}>
      <AmountFields />
      <Estimate />
    </div>
  );
}

/** What the same amount for everybody comes to. */
function Estimate() {
  const { t } = useTranslation('issuing');
  const merchantId: string | undefined = Form.useWatch('merchantId');
  const amount: number | undefined = Form.useWatch(['amount', 'amount']);
  const active = useTarget(merchantId).data?.states.find(({ state }) => state === 'ACTIVE')?.count;
  if (!active || !amount) return null;
  return (
    <output className={styles.estimate}>
      {t('amount.estimate', {
        total: countText(active),
        each: yuanText(amount),
        sum: yuanText(active * amount),
      })}
    </output>
  );
}

interface FootProps {
  step: number;
  hasFile: boolean;
  isSending: boolean;
  onStep(step: number): void;
}

function Foot({ step, hasFile, isSending, onStep }: FootProps): ReactNode {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const by: string | undefined = Form.useWatch(['target', 'by']);
  const isLast = step === asked.length - 1;

  async function forward(): Promise<void> {
    const isGood = await form.validateFields([...(asked[step] ?? [])], { recursive: true }).then(
      () => true,
      () => false,
    );
    if (isGood) onStep(step + 1);
  }

  return (
    <div className={styles.foot}>
      {step > 0 && <Button onClick={() => onStep(step - 1)}>{t('wizard.back')}</Button>}
      {isLast ? (
        <Button key="check" type="primary" htmlType="submit" loading={isSending}>
          {t('wizard.check')}
        </Button>
      ) : (
        <Button
          key="next"
          type="primary"
          disabled={step === 1 && by === 'FILE' && !hasFile}
          onClick={forward}
        >
          {t('wizard.next')}
        </Button>
      )}
    </div>
  );
}
