import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

/** The first employees, of one merchant where it is given, that a keyword finds: name, employee number or a whole mobile number. */
export function useEmployeeOptions(keyword: string, merchantId?: string) {
  const { data, isFetching } = useQuery(
    api.employee.queryEmployee.queryOptions(
      { pageSize: 50, ...(keyword && { keyword }), ...(merchantId !== undefined && { merchantId }) },
      { placeholderData: keepPreviousData, staleTime: 60_000, trpc: { context: { background: true } } },
    ),
  );
  const options = (data?.list ?? []).map(({ id, name, employeeNo, merchant }) => ({
    value: id,
    label: `${name} · ${employeeNo} · ${merchant.name}`,
    name,
  }));
  return { options, isFetching };
}

/** What one of them is called; undefined while that is read. */
export function useEmployeeName(id: string | undefined): string | undefined {
  const { data } = useQuery(
    api.employee.getEmployee.queryOptions(id === undefined ? skipToken : { id }, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return data && `${data.name} · ${data.employeeNo} · ${data.merchant.name}`;
}
