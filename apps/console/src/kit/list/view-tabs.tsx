import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { usePreference } from '../../lib/preference.ts';
import { readViews, type SavedView, searchOfView, withView } from './saved-view.ts';
import { ViewBar } from './view-bar.tsx';
import type { ViewSource } from './view-source.ts';

/** The views of a list that the user keeps or colleagues share, once there are any or one could be kept. */
export const ViewTabs = memo(function ViewTabs(source: ViewSource) {
  const { name, filters } = source;
  const parameters = [...filters.map((filter) => filter.name), 'sort', 'pageSize'];
  const [search, setSearch] = useSearchParams();
  const [views, setViews] = usePreference(`${name}.views`, readViews);
  const { data } = useQuery(
    api.preference.querySharedView.queryOptions(
      {},
      { staleTime: 60_000, trpc: { context: { background: true } } },
    ),
  );
  const shared = (data?.views ?? []).filter(({ list }) => list === name);
  const present = searchOfView(search, parameters);
  const show = (view: string, isReplaced = false) =>
    setSearch((before) => withView(before, parameters, view), { replace: isReplaced });
  useDefaultView(views, present !== '' || search.has('open'), (view) => show(view, true));

  if (views.length === 0 && shared.length === 0 && present === '') return null;
  return (
    <ViewBar
      source={source}
      views={views}
      shared={shared}
      present={present}
      onShow={show}
      onChange={setViews}
    />
  );
});

/** Whoever opens a list and asks for neither rows nor a record gets their default view, once: 全部 stays within reach. */
function useDefaultView(views: SavedView[], isAskedFor: boolean, show: (view: string) => void): void {
  const [isDone, setDone] = useState(isAskedFor);
  const byDefault = views.find(({ isDefault }) => isDefault);
  const apply = useEffectEvent(() => {
    setDone(true);
    if (byDefault) show(byDefault.search);
  });
  const isDue = !isDone && byDefault !== undefined;
  useEffect(() => {
    if (isDue) apply();
  }, [isDue]);
}
