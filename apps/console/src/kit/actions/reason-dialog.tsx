import { reason } from '@xyxlx/contracts/fields';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../form/form-dialog.tsx';

const needed = z.strictObject({ reason });
const mayLack = needed.partial();

interface ReasonDialogProps {
  title: string;
  /** What will happen, in a sentence. */
  words?: ReactNode;
  okText: string;
  danger?: boolean;
  isPending: boolean;
  /** Why it was refused, if it was. */
  error?: unknown;
  /** The reason may be left out, and goes by this name. */
  optionalAs?: string | undefined;
  onSubmit(given: { reason: string }): void;
  onClose(): void;
  /** What there is to know before, above the reason. */
  children?: ReactNode;
}

/** Asks why before something is done; mount it to open it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isPending, error = null, optionalAs, onSubmit, children, ...frame } = props;
  const { t } = useTranslation('kit');
  return (
    <FormDialog<typeof needed | typeof mayLack>
      {...frame}
      schema={optionalAs ? mayLack : needed}
      work={{ isPending, error, mutate: ({ reason: why = '' }) => onSubmit({ reason: why }) }}
      fields={(field) => (
        <>
          {children}
          {field.text('reason', ...reasonField(t, optionalAs))}
        </>
      )}
    />
  );
}

/** The label and options of the field in which somebody says why. */
export function reasonField(t: TFunction<'kit'>, label = t('reason.label')) {
  return [label, { showCount: true, placeholder: t('reason.hint') }] as const;
}
