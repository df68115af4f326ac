import type { BrandRow } from '@xyxlx/contracts/brand';
import { Avatar } from 'antd';
import { useTranslation } from 'react-i18next';

/** A brand's logo, or the first letter of its name. */
export function BrandLogo({ brand, size }: { brand: BrandRow; size: number }) {
  const { t } = useTranslation('brand');
  const { name, logoUrl } = brand;
  if (logoUrl === null) {
    return (
      <Avatar shape="square" size={size} aria-hidden>
        {name.slice(0, 1)}
      </Avatar>
    );
  }
  return <Avatar shape="square" size={size} src={logoUrl} alt={t('logo.alt', { name })} />;
}
