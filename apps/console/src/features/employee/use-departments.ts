import { skipToken, useQuery } from '@tanstack/react-query';
import type { Department } from '@xyxlx/contracts/employee';
import { api } from '../../lib/api.ts';

interface DepartmentOption {
  value: string;
  /** With the names above it: 总部 / 财务部. */
  label: string;
  department: Department;
}

/** A merchant's departments in the order of their tree, each with its whole path. */
export function useDepartments(merchantId: string | undefined) {
  const { data, isFetching } = useQuery(
    api.employee.queryDepartment.queryOptions(merchantId ? { merchantId } : skipToken, {
      staleTime: 30_000,
      trpc: { context: { background: true } },
    }),
  );
  return { departments: inTreeOrder(data ?? []), isFetching };
}

/** Departments below their parents, each with its path. */
export function inTreeOrder(
  all: readonly Department[],
  parent: DepartmentOption | null = null,
): DepartmentOption[] {
  return all
    .filter(({ parentId }) => parentId === (parent?.value ?? null))
    .flatMap((department) => {
      const label = parent ? `${parent.label} / ${department.name}` : department.name;
      const option = { value: department.id, label, department };
      return [option, ...inTreeOrder(all, option)];
    });
}
