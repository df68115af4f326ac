import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Permission } from '@xyxlx/contracts/permissions';
import { memo } from 'react';
import type { DownloadPath } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { ExportButton } from '../export-button.tsx';

/** A file of what is filtered. */
export interface ListExport {
  permission: Permission;
  path: DownloadPath;
  /** 导出 unless it is something else. */
  label?: string;
}

interface ListExportsProps {
  exports: readonly ListExport[];
  onExport(path: DownloadPath, format: FileFormat): Promise<unknown>;
}

/** The files of a list that the user may have. */
export const ListExports = memo(function ListExports({ exports, onExport }: ListExportsProps) {
  const can = useCan();
  return exports
    .filter(({ permission }) => can(permission))
    .map(({ path, label }) => (
      <ExportButton key={path} {...(label && { label })} onExport={(format) => onExport(path, format)} />
    ));
});
