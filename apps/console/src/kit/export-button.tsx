import { DownOutlined, ExportOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { fileFormats } from '@xyxlx/contracts/bulk';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

export type FileFormat = (typeof fileFormats)[number];

interface ExportButtonProps {
  /** Fetches the file in a format; the button shows that it is under way. */
  onExport(format: FileFormat): Promise<unknown>;
  /** 导出 unless it is something else. */
  label?: string;
}

/** Exports what is filtered, as a sheet or as text. */
export function ExportButton({ onExport, label }: ExportButtonProps) {
  const { t } = useTranslation('kit');
  const work = useMutation({ mutationFn: onExport });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: fileFormats.map((format) => ({ key: format, label: t(`export.${format}`) })),
        onClick: ({ key }) => work.mutate(key as FileFormat),
      }}
    >
      <Button icon={<ExportOutlined />} loading={work.isPending}>
        {label ?? t('export.title')} <DownOutlined style={{ fontSize: 10 }} aria-hidden />
      </Button>
    </Dropdown>
  );
}
