import type { MerchantDetail } from '@xyxlx/contracts/merchant';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { useMerchantView } from './merchant-view.tsx';

interface MerchantDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(merchant: MerchantDetail): void;
  onClose(): void;
}

/** One merchant in detail, over the list. */
export function MerchantDrawer({ id, onEdit, onClose }: MerchantDrawerProps) {
  const view = useMerchantView(id, onEdit);
  return <DetailDrawer {...view} open={id !== null} size={680} pageOf="merchant" onClose={onClose} />;
}
