import { useMutation } from '@tanstack/react-query';
import { type BrandRow, maxLogoBytes } from '@xyxlx/contracts/brand';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { PictureButton } from '../../kit/picture-button.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { uploadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { BrandLogo } from './brand-logo.tsx';

/** A brand's logo, with a button that uploads another for whoever may. */
export function LogoEditor({ brand }: { brand: BrandRow }) {
  const { t } = useTranslation('brand');
  const can = useCan();
  const save = useMutation({
    mutationFn: (file: File) => uploadFile('brand/uploadLogo', file, { id: brand.id }),
    onSuccess: () => acted(t('logo.saved'), api.brand.pathFilter()),
  });
  return (
    <Flex align="center" gap={16}>
      <BrandLogo brand={brand} size={72} />
      {can('brand.edit') && (
        <PictureButton
          accepted={['image/png', 'image/jpeg', 'image/webp']}
          maxBytes={maxLogoBytes}
          words={{
            upload: t('logo.upload'),
            limits: t('logo.limits'),
            wrongType: t('logo.wrongType'),
            tooLarge: t('logo.tooLarge'),
          }}
          isPending={save.isPending}
          onPick={(file) => save.mutate(file)}
        />
      )}
    </Flex>
  );
}
