import { Tabs, type TabsProps } from 'antd';
import { useSearchParams } from 'react-router';

interface AddressTabsProps {
  items: NonNullable<TabsProps['items']>;
  /** The parameters of the address that hold for every tab. */
  keeps?: readonly string[];
}

/** Tabs of which the open one is part of the address; without one, or with one that is none of these, the first is open. */
export function AddressTabs({ items, keeps = [] }: AddressTabsProps) {
  const [search, setSearch] = useSearchParams();
  const [first] = items;
  const open = items.find(({ key }) => key === search.get('tab')) ?? first;

  function show(tab: string): void {
    const next = new URLSearchParams([...search].filter(([name]) => keeps.includes(name)));
    if (tab !== first?.key) next.set('tab', tab);
    setSearch(next);
  }

  return <Tabs {...(open && { activeKey: open.key })} onChange={show} destroyOnHidden items={items} />;
}
