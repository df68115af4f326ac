import { DownOutlined } from '@ant-design/icons';
import { paths } from '@xyxlx/contracts/paths';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { maySee, type Screen, type ScreenGroup, trailOf } from '../../lib/screen.ts';
import { icons } from './icons.tsx';
import type { ShellProps } from './shell-props.ts';
import styles from './side-menu.module.css';

interface SideMenuProps extends Pick<ShellProps, 'screens' | 'groups' | 'prefetch'> {
  pathname: string;
  /** That of the path. */
  shown: Screen | undefined;
}

/** The menu: what the signed-in user may see, in groups that fold. */
export const SideMenu = memo(function SideMenu(props: SideMenuProps) {
  const { screens, groups, prefetch, pathname, shown } = props;
  const { t } = useTranslation('shell');
  const permissions = useMe()?.permissions ?? [];
  const listed = screens.filter((screen) => screen.group && maySee(screen, permissions));
  const current =
    trailOf(pathname, screens).findLast((screen) => screen.group) ??
    screens.find(({ path }) => path === shown?.under);
  return (
    <aside className={styles.side}>
      <Link to={paths.layout} className={styles.brand}>
        <span className={styles.mark}>XYXLX</span>
        <span className={styles.name}>{t('brand')}</span>
      </Link>
      <nav aria-label={t('menu.label')} className={styles.nav}>
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            screens={listed.filter((screen) => screen.group === group.id)}
            current={current}
            prefetch={prefetch}
          />
        ))}
      </nav>
    </aside>
  );
});

interface GroupProps extends Pick<ShellProps, 'prefetch' | 'screens'> {
  group: ScreenGroup;
  current: Screen | undefined;
}

function Group({ group, screens, current, prefetch }: GroupProps) {
  const label = useLabel();
  const holdsCurrent = current?.group === group.id;
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const isOpen = unfolded ?? holdsCurrent;
  const Icon = icons[group.icon];
  if (screens.length === 0) return null;
  return (
    <section className={styles.group} data-current={holdsCurrent}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={`menu-${group.id}`}
        onClick={() => setUnfolded(!isOpen)}
      >
        <Icon aria-hidden />
        <span className={styles.title}>{label(group.title)}</span>
        <DownOutlined className={styles.arrow} aria-hidden />
      </button>
      <ul id={`menu-${group.id}`} className={styles.list} hidden={!isOpen}>
        {/* Each link follows the address: those of closed groups would be drawn with every filter. */}
        {isOpen &&
          screens.map((screen) => (
            <li key={screen.path}>
              <NavLink
                to={screen.path}
                end
                className={styles.item ?? ''}
                data-current={screen === current}
                onPointerEnter={() => prefetch(screen)}
                onFocus={() => prefetch(screen)}
              >
                {label(screen.title)}
              </NavLink>
            </li>
          ))}
      </ul>
    </section>
  );
}
