import type { PageKind } from '@xyxlx/contracts/timeline';
import { Drawer, Flex, Skeleton } from 'antd';
import { useState } from 'react';
import { Failed } from '../failed.tsx';
import { DrawerFooter } from './drawer-footer.tsx';
import { PageLink } from './page-link.tsx';
import { PrintButton } from './print-button.tsx';
import type { RecordView } from './record-view.ts';

interface DetailDrawerProps<Record> extends RecordView<Record> {
  open: boolean;
  size?: number;
  /** The kind of record, where it has a page of its own. */
  pageOf?: Record extends { id: string } ? PageKind : never;
  /** A sheet of its own is printed instead. */
  hasOwnPrint?: boolean;
  onClose(): void;
}

/** A record in detail over its list, while it is read, and when that fails. */
export function DetailDrawer<Record>(props: DetailDrawerProps<Record>) {
  const { open, record, title, titleOf, extra, footer, size = 600, pageOf, hasOwnPrint, onClose } = props;
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
            {pageOf && <PageLink type={pageOf} id={(data as { id: string }).id} />}
            {!hasOwnPrint && <PrintButton />}
          </Flex>
        )
      }
      footer={actions ? <DrawerFooter>{actions}</DrawerFooter> : null}
    >
      {data !== undefined && props.children(data)}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 10 }} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={refetch} />}
    </Drawer>
  );
}
