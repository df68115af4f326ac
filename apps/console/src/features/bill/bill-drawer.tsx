import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { useBillView } from './record/bill-view.tsx';

interface BillDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** One bill over its list. */
export function BillDrawer({ id, onOpen, onClose }: BillDrawerProps) {
  const view = useBillView(id, onOpen);
  return <DetailDrawer {...view} open={id !== null} size={880} pageOf="bill" onClose={onClose} />;
}
