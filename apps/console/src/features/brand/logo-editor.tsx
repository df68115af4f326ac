import { useMutation } from '@tanstack/react-query';
import { type BrandRow, maxLogoBytes } from '@xyxlx/contracts/brand';
import { Button, Flex } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { uploadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { notify } from '../../lib/notify.ts';
import { BrandLogo } from './brand-logo.tsx';

const accepted = ['image/png', 'image/jpeg', 'image/webp'];

/** A brand's logo, with a button that uploads another for whoever may. */
export function LogoEditor({ brand }: { brand: BrandRow }) {
  const { t } = useTranslation('brand');
  const can = useCan();
  const input = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: (file: File) => uploadFile('brand/uploadLogo', file, { id: brand.id }),
    onSuccess: () => acted(t('logo.saved'), api.brand.pathFilter()),
  });

  function pick(file: File | undefined): void {
    // The same file can be chosen again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!accepted.includes(file.type)) notify('info', t('logo.wrongType'));
    else if (file.size > maxLogoBytes) notify('info', t('logo.tooLarge'));
    else save.mutate(file);
  }

  return (
    <Flex align="center" gap={16}>
      <BrandLogo brand={brand} size={72} />
      {can('brand.edit') && (
        <Flex vertical gap={4}>
          <input
            ref={input}
            type="file"
            hidden
            data-testid="logo-file"
            accept={accepted.join()}
            onChange={(event) => pick(event.target.files?.[0])}
          />
          <span>
            <Button loading={save.isPending} onClick={() => input.current?.click()}>
              {t('logo.upload')}
            </Button>
          </span>
          <span style={{ color: 'var(--ink-soft)' }}>{t('logo.limits')}</span>
        </Flex>
      )}
    </Flex>
  );
}
