import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ReasonDialog = lazy(async () => ({
  default: (await import('../actions/reason-dialog.tsx')).ReasonDialog,
}));

interface RevealButtonProps {
  isPending: boolean;
  /** Asks the server for what is masked; the answer closes the dialog. */
  onReveal(reason: string): Promise<unknown>;
}

/** 查看: shows what is masked after a reason was given; the server keeps who looked and why. */
export function RevealButton({ isPending, onReveal }: RevealButtonProps) {
  const { t } = useTranslation('kit');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" icon={<EyeOutlined />} onClick={() => setAsking(true)}>
        {t('reveal.show')}
      </Button>
      <Suspense>
        {isAsking && (
          <ReasonDialog
            title={t('reveal.title')}
            words={t('reveal.words')}
            okText={t('reveal.show')}
            isPending={isPending}
            onClose={() => setAsking(false)}
            onSubmit={({ reason }) =>
              onReveal(reason).then(
                () => setAsking(false),
                () => undefined,
              )
            }
          />
        )}
      </Suspense>
    </>
  );
}
