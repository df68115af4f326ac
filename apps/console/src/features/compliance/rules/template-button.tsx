import { useQuery } from '@tanstack/react-query';
import { Button, type ButtonProps } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';

const TemplateDialog = lazyOverlay(async () => (await import('./template-dialog.tsx')).TemplateDialog);

/** Begins with the templates. Without an inbox there is nobody to work what they find, which is said instead. */
export function TemplateButton(button: ButtonProps) {
  const { t } = useTranslation('compliance');
  const inboxes = useQuery(api.compliance.queryInbox.queryOptions({ pageSize: 100 }));
  const [isOpen, setOpen] = useState(false);
  const { list } = inboxes.data ?? {};

  return (
    <>
      <Button
        {...button}
        disabled={!list}
        onClick={() => {
          if (list?.length === 0) notify('info', t('rules.template.noInbox'));
          else setOpen(true);
        }}
      />
      <Suspense>
        {isOpen && list && <TemplateDialog inboxes={list} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
