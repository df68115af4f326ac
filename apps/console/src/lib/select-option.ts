import type { TenantOption } from '@xyxlx/contracts/option';

/** A choice in a field, named together with its tenant where several are in sight. */
export function selectOptionOf({ id, name, tenant }: TenantOption): { value: string; label: string } {
  return { value: id, label: tenant ? `${name} · ${tenant}` : name };
}
