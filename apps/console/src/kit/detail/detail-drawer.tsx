import { Drawer, Flex, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { Failed } from '../failed.tsx';
import { DrawerFooter } from './drawer-footer.tsx';
import { PrintButton } from './print-button.tsx';

/** The parts of a query that a drawer shows. */
interface One<Record> {
  data: Record | undefined;
  error: unknown;
  refetch(): unknown;
}

interface DetailDrawerProps<Record> {
  open: boolean;
  record: One<Record>;
  /** Before the record is here: what kind it is. */
  title: string;
  titleOf(record: Record): ReactNode;
  /** The record's state, at the right of the title. */
  extra?(record: Record): ReactNode;
  /** What can be done with it, at the bottom. */
  footer?(record: Record): ReactNode;
  size?: number;
  onClose(): void;
  children(record: Record): ReactNode;
}

/** A record in detail over its list, while it is read, and when that fails. */
export function DetailDrawer<Record>(props: DetailDrawerProps<Record>) {
  const { open, record, title, titleOf, extra, footer, size = 600, onClose, children } = props;
  const { error, refetch } = record;
  // A closed drawer has no record any more, but while it slides away it shows the one it had.
  const [last, setLast] = useState(record.data);
  if (open && last !== record.data) setLast(record.data);
  const data = open ? record.data : last;
  const actions = data !== undefined && footer?.(data);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      // Once away, nothing of it stays in the page: personal data may have been revealed.
      afterOpenChange={(isOpen) => !isOpen && setLast(undefined)}
      size={size}
      title={data === undefined ? title : titleOf(data)}
      extra={
        data !== undefined && (
          <Flex gap={4} align="center">
            {extra?.(data)}
            <PrintButton />
          </Flex>
        )
      }
      footer={actions ? <DrawerFooter>{actions}</DrawerFooter> : null}
    >
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 10 }} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={refetch} />}
    </Drawer>
  );
}
