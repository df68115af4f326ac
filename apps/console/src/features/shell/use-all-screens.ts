import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useMemo } from 'react';
import { api } from '../../lib/api.ts';
import type { Screen } from '../../lib/screen.ts';

/** The console's own screens and, each as a screen of its own, the sub-applications one may open. */
export function useAllScreens(screens: readonly Screen[]): readonly Screen[] {
  const { data } = useQuery(
    api.subApp.querySubApp.queryOptions(undefined, {
      staleTime: 5 * 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return useMemo(() => {
    const frame = screens.find(({ path }) => path === paths.subApp);
    if (!frame || !data) return screens;
    const embedded = data.list.map(({ code, name }) => ({
      ...frame,
      path: frame.path.replace(':code', code),
      title: name,
      group: 'home',
    }));
    return [...screens, ...embedded];
  }, [screens, data]);
}
