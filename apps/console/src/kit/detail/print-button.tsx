import { PrinterOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

/** Prints the record that is open; styles/print.css says what of the page that is. */
export function PrintButton() {
  const { t } = useTranslation('kit');
  return (
    <Tooltip title={t('detail.print')}>
      <Button
        type="text"
        icon={<PrinterOutlined />}
        aria-label={t('detail.print')}
        onClick={() => window.print()}
      />
    </Tooltip>
  );
}
