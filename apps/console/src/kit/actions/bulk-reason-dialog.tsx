import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import { BulkResultDialog } from './bulk-result-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface BulkReasonDialogProps {
  title: string;
  /** What will happen to each, in a sentence. */
  words: ReactNode;
  okText: string;
  danger?: boolean;
  isReasonOptional?: boolean;
  ids: readonly string[];
  /** What to call a record. */
  nameOf(id: string): string;
  /** The mutation that does it. */
  work: { data: BulkResult | BulkActResult | undefined; isPending: boolean };
  onSubmit(reason: string): void;
  onClose(isDone: boolean): void;
  /** What there is to know before, above the reason. */
  children?: ReactNode;
}

/** Asks why something is done to several records, then tells what became of each; mount it to open it. */
export function BulkReasonDialog(props: BulkReasonDialogProps) {
  const { title, words, okText, danger = false, isReasonOptional = false } = props;
  const { ids, nameOf, work, onSubmit, onClose, children } = props;
  const { t } = useTranslation('kit');
  if (work.data) {
    const close = () => onClose(true);
    return <BulkResultDialog title={title} result={work.data} nameOf={nameOf} onClose={close} />;
  }
  return (
    <ReasonDialog
      title={title}
      words={
        <>
          {t('bulk.selected', { total: countText(ids.length) })}
          <br />
          {words}
        </>
      }
      okText={okText}
      danger={danger}
      {...(isReasonOptional && { optionalAs: t('reason.optional') })}
      isPending={work.isPending}
      onClose={() => onClose(false)}
      onSubmit={({ reason }) => onSubmit(reason)}
    >
      {children}
    </ReasonDialog>
  );
}
