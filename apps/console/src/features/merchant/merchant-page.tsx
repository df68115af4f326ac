import type { MerchantDetail } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import { lazy, Suspense, useState } from 'react';
import { RecordPage } from '../../kit/detail/record-page.tsx';
import { useRecordId } from '../../kit/detail/use-record-id.ts';
import { useMerchantView } from './merchant-view.tsx';

const MerchantForm = lazy(async () => ({ default: (await import('./merchant-form.tsx')).MerchantForm }));

/** A merchant on its own page, with all that touched it. */
export function Component() {
  const id = useRecordId();
  const [edited, setEdited] = useState<MerchantDetail | null>(null);
  const view = useMerchantView(id, setEdited);
  return (
    <>
      <RecordPage
        {...view}
        kind="merchant"
        id={id}
        numberOf={({ merchantNo }) => merchantNo}
        list={paths.merchant}
      />
      <Suspense>{edited && <MerchantForm merchant={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}
