import { treeOrder } from './tree-order.ts';

interface Company {
  id: string;
  name: string;
  parentId: string | null;
}

/** The companies as the options of a select: children below their parents, further in. */
export function companyOptions(companies: readonly Company[]): { value: string; label: string }[] {
  return treeOrder(companies, ({ parentId }) => parentId).map(({ item: { id, name }, depth }) => ({
    value: id,
    label: `${'\u3000'.repeat(depth)}${name}`,
  }));
}
