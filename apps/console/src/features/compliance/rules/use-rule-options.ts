import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The rules to choose from, as their codes and names. */
export function useRuleOptions() {
  const { data, isFetching } = useQuery(
    api.compliance.queryRule.queryOptions({ pageSize: 200 }, { trpc: { context: { background: true } } }),
  );
  const options = (data?.list ?? []).map(({ id, code, name }) => ({
    value: id,
    label: `${code} ${name}`,
    code,
  }));
  return { options, isFetching };
}
