import { useTranslation } from 'react-i18next';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { CardSection } from './card-section.tsx';
import { ClockSection } from './clock-section.tsx';
import styles from './dev-panel.module.css';
import { FaultSection } from './fault-section.tsx';
import { InvariantSection } from './invariant-section.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { SessionSection } from './session-section.tsx';

/** 开发者面板: what a developer or a demo needs beside the product; the server answers it only where `DEV_TOOLS=on`. */
export function Component() {
  const { t } = useTranslation('dev-panel');
  return (
    <PublicFrame title={t('title')} lead={t('lead')}>
      <div className={styles.sections}>
        <OutboxSection />
        <SessionSection />
        <ClockSection />
        <CardSection />
        <FaultSection />
        <InvariantSection />
      </div>
    </PublicFrame>
  );
}
