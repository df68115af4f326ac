import { Button, type ButtonProps } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCan } from '../../lib/me.ts';
import { confirm } from '../confirm.ts';
import { AskedAction } from './asked-action.tsx';
import { boundAction, labelOf } from './bound-action.ts';
import type { CalledAction, RecordAction } from './record-action.ts';
import { useBoundAction } from './use-bound-action.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

interface RecordActionsProps<Row> {
  record: Row;
  nameOf(record: Row): string;
  actions: readonly RecordAction<Row>[];
  /** In a row of a list: small, and a press doesn't open the row. */
  inRow?: boolean;
}

/** What can be done with a record in its state, by whoever looks. */
export function RecordActions<Row extends { id: string }>(props: RecordActionsProps<Row>) {
  const { record, nameOf, actions, inRow = false } = props;
  const can = useCan();
  const [asked, setAsked] = useState<{ action: RecordAction<Row>; record: Row } | null>(null);
  const close = () => setAsked(null);
  const offered = actions.filter(
    ({ permission, offered: isOffered }) =>
      (permission === undefined || can(permission)) && (isOffered?.(record) ?? true),
  );
  return (
    <>
      {offered.map((action) => (
        <ActionButton
          key={action.name}
          action={action}
          record={record}
          nameOf={nameOf}
          inRow={inRow}
          onAsk={() => setAsked({ action, record })}
        />
      ))}
      {!inRow && (
        <AskedAction record={record} offered={offered} onAsk={(action) => setAsked({ action, record })} />
      )}
      {/* It stays while what it does takes its own button away. */}
      <Suspense>{asked && dialogOf(asked.action, asked.record, nameOf, close)}</Suspense>
    </>
  );
}

function dialogOf<Row extends { id: string }>(
  action: RecordAction<Row>,
  record: Row,
  nameOf: (record: Row) => string,
  onClose: () => void,
): ReactNode {
  if ('one' in action || 'many' in action) {
    return <ActionDialog bound={boundAction(action, record, nameOf(record))} onClose={onClose} />;
  }
  if ('press' in action) return null;
  return (
    action.dialog?.(record, onClose) ??
    action.bulkDialog?.({ ids: [record.id], nameOf: () => nameOf(record), onClose })
  );
}

interface ActionButtonProps<Row> {
  action: RecordAction<Row>;
  record: Row;
  nameOf(record: Row): string;
  inRow: boolean;
  onAsk(): void;
}

function ActionButton<Row extends { id: string }>(props: ActionButtonProps<Row>) {
  const { action, record, inRow, onAsk } = props;
  if ('one' in action || 'many' in action) {
    const needsDialog = action.ask?.reason !== undefined || action.ask?.forecast !== undefined;
    if (!needsDialog) return <RunButton {...props} action={action} />;
  }
  const press = 'press' in action ? () => action.press(record) : onAsk;
  return <ButtonView action={action} record={record} inRow={inRow} onClick={press} />;
}

/** Does it at once, or after a question that is agreed to or not. */
function RunButton<Row extends { id: string }>(
  props: ActionButtonProps<Row> & { action: CalledAction<Row> },
) {
  const { action, record, nameOf, inRow } = props;
  const bound = boundAction(action, record, nameOf(record));
  const work = useBoundAction(bound);
  const { title, words, okText, isDangerous } = bound;

  async function press(): Promise<void> {
    const agreed = !action.ask || (await confirm({ title, content: words, okText, isDangerous }));
    if (agreed) work.mutate({ reason: '' });
  }

  return (
    <ButtonView action={action} record={record} inRow={inRow} loading={work.isPending} onClick={press} />
  );
}

interface ButtonViewProps<Row> extends Pick<ButtonProps, 'loading'> {
  action: RecordAction<Row>;
  record: Row;
  inRow: boolean;
  onClick(): void;
}

function ButtonView<Row>({ action, record, inRow, onClick, loading = false }: ButtonViewProps<Row>) {
  const { look, isDisabled } = action;
  return (
    <Button
      type={inRow ? 'link' : look === 'primary' ? 'primary' : 'default'}
      {...(inRow && { size: 'small' })}
      danger={look === 'danger'}
      disabled={isDisabled?.(record) ?? false}
      loading={loading}
      onClick={(event) => {
        // In a table the row around would open as well.
        event.stopPropagation();
        onClick();
      }}
    >
      {labelOf(action, record)}
      {action.hint}
    </Button>
  );
}
