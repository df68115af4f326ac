import { Refusal } from '../../core/errors.ts';

/** The user that an export goes out to. */
export interface ExportReader {
  tenantId: string;
  userId: string;
}

/**
 * Exports that one replica streams side by side; each keeps a connection as long as its reader takes. Nobody can take those of
 * their tenant, and no tenant those of all.
 */
export const exportSlots = { user: 1, tenant: 2, all: 4 };

const running = new Set<ExportReader>();

/** Takes a slot, and returns what gives it back, however often that is called; throws 406 while there is none. */
export function takeExportSlot({ tenantId, userId }: ExportReader): () => void {
  const inTenant = [...running].filter((other) => other.tenantId === tenantId);
  if (inTenant.filter((other) => other.userId === userId).length >= exportSlots.user) {
    throw new Refusal({
      zh: '您有一个导出正在下载，请等它完成后再试',
      en: 'An export of yours is still being downloaded, try again when it is done',
    });
  }
  if (inTenant.length >= exportSlots.tenant || running.size >= exportSlots.all) {
    throw new Refusal({
      zh: '正在进行的导出过多，请稍后再试',
      en: 'Too many exports at this moment, try again later',
    });
  }
  const taken = { tenantId, userId };
  running.add(taken);
  return () => running.delete(taken);
}
