import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { useConsumptionView } from './consumption-view.tsx';

interface ConsumptionDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** One record with its refunds, over the list. */
export function ConsumptionDrawer({ id, onOpen, onClose }: ConsumptionDrawerProps) {
  const view = useConsumptionView(id, onOpen);
  return <DetailDrawer {...view} open={id !== null} size={640} pageOf="consumption" onClose={onClose} />;
}
