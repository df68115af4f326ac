import { paths } from '@xyxlx/contracts/paths';
import { generatePath, useNavigate } from 'react-router';
import { RecordPage } from '../../kit/detail/record-page.tsx';
import { useRecordId } from '../../kit/detail/use-record-id.ts';
import { useConsumptionView } from './consumption-view.tsx';

/** A payment or refund on its own page, with all that touched it. */
export function Component() {
  const id = useRecordId();
  const navigate = useNavigate();
  const view = useConsumptionView(id, (other) => navigate(generatePath(paths.paymentPage, { id: other })));
  return <RecordPage {...view} kind="consumption" id={id} list={paths.storeBill} />;
}
