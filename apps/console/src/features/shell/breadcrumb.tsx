import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../lib/label.ts';
import { type Screen, trailOfScreen } from '../../lib/screen.ts';
import styles from './breadcrumb.module.css';

interface BreadcrumbProps {
  screen: Screen | undefined;
  screens: readonly Screen[];
}

/** Where one is in the map of screens. */
export function Breadcrumb({ screen, screens }: BreadcrumbProps) {
  const { t } = useTranslation('shell');
  const label = useLabel();
  if (!screen) return null;
  const trail = trailOfScreen(screen, screens);
  return (
    <nav aria-label={t('breadcrumb')} className={styles.trail}>
      <ol>
        {(trail.length > 0 ? trail : [screen]).map((step) => (
          <li key={step.path}>
            {step.path === screen.path ? (
              <span aria-current="page">{label(step.title)}</span>
            ) : (
              <Link to={step.path}>{label(step.title)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
