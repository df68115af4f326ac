import { useMutation } from '@tanstack/react-query';
import { type CardProductRow, maxArtBytes } from '@xyxlx/contracts/card-product';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { CardFace } from '../../kit/card-face.tsx';
import { PictureButton } from '../../kit/picture-button.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { uploadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';

/** The face of a product's cards, with a button that uploads other art for whoever may. */
export function ArtEditor({ product }: { product: CardProductRow }) {
  const { t } = useTranslation('card');
  const can = useCan();
  const save = useMutation({
    mutationFn: (file: File) => uploadFile('card/uploadArt', file, { id: product.id }),
    onSuccess: () => acted(t('art.saved'), api.card.pathFilter()),
  });
  return (
    <Flex wrap align="center" gap={20}>
      <CardFace product={product} width={280} />
      {can('card.product') && (
        <PictureButton
          accepted={['image/png', 'image/jpeg']}
          maxBytes={maxArtBytes}
          words={{
            upload: t('art.upload'),
            limits: t('art.limits'),
            wrongType: t('art.wrongType'),
            tooLarge: t('art.tooLarge'),
          }}
          isPending={save.isPending}
          onPick={(file) => save.mutate(file)}
        />
      )}
    </Flex>
  );
}
