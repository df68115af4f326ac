import { DownOutlined, ExportOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { type FileFormat, fileFormats } from '@xyxlx/contracts/file-format';
import { useTranslation } from 'react-i18next';
import { MenuButton } from './menu-button.tsx';

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
    <MenuButton
      icon={<ExportOutlined spin={work.isPending} aria-hidden />}
      menu={{
        items: fileFormats.map((format) => ({
          key: format,
          label: t(`export.${format}`),
          onClick: () => work.mutate(format),
        })),
      }}
    >
      {label ?? t('export.title')}
      <DownOutlined aria-hidden style={{ fontSize: 10 }} />
    </MenuButton>
  );
}
