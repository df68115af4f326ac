import { Tabs, type TabsProps } from 'antd';
import { useSearchParams } from 'react-router';

/** Tabs of which the open one is part of the address; without one, or with one that is none of these, the first is open. */
export function AddressTabs({ items }: { items: NonNullable<TabsProps['items']> }) {
  const [search, setSearch] = useSearchParams();
  const [first] = items;
  const open = items.find(({ key }) => key === search.get('tab')) ?? first;
  return (
    <Tabs
      {...(open && { activeKey: open.key })}
      onChange={(tab) => setSearch(tab === first?.key ? {} : { tab })}
      destroyOnHidden
      items={items}
    />
  );
}
