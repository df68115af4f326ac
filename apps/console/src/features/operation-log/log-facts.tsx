import { type operationLog as contract, operationResultWords } from '@xyxlx/contracts/operation-log';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { deviceName } from '../../lib/device-name.ts';
import { useLabel, wordsText } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { momentText } from '../../lib/time.ts';
import { moduleLabel } from './module-name.ts';
import styles from './operation-log-detail-page.module.css';
import { targetText } from './target-text.ts';

type Detail = z.infer<typeof contract.getOperationLog.output>;

/** Who, what, from where, how long, and the row's place in the sealed chain. */
export function LogFacts({ log }: { log: Detail }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const nameOf = useRoleName();
  const { actor, seal, seq } = log;
  return (
    <div className={styles.facts}>
      <Facts
        title={t('detail.facts')}
        items={[
          {
            key: 'target',
            label: t('field.target'),
            value: targetText(log, label),
          },
          { key: 'tenant', label: t('field.tenant'), value: log.tenant.name },
          { key: 'module', label: t('field.module'), value: label(moduleLabel(log.module)) },
          { key: 'reason', label: t('field.reason'), value: log.reason },
          {
            key: 'result',
            label: t('field.result'),
            value: <StateTag words={operationResultWords[log.result]} />,
          },
          { key: 'actor', label: t('field.actor'), value: actorText(actor) },
          {
            key: 'roles',
            label: t('field.roles'),
            value: wordsText(actor.roles.map((code) => nameOf({ code, name: code }))),
          },
          { key: 'ip', label: t('field.ip'), value: <span className="figures">{log.ip}</span> },
          {
            key: 'agent',
            label: t('field.agent'),
            value: <span title={log.agent}>{deviceName(log.agent)}</span>,
          },
          {
            key: 'duration',
            label: t('field.duration'),
            value: log.durationMs !== null && `${countText(log.durationMs)} ms`,
          },
          {
            key: 'traceId',
            label: t('field.traceId'),
            value: (
              <span className={styles.code}>
                {log.traceId} <CopyButton value={log.traceId} />
              </span>
            ),
          },
        ]}
      />
      <Facts
        title={t('detail.seal')}
        items={[
          {
            key: 'seq',
            label: t('field.seq'),
            value: seq === null ? t('seal.pending') : countText(seq),
          },
          {
            key: 'sealedAt',
            label: t('field.sealedAt'),
            value: seal && <span className="figures">{momentText(seal.sealedAt)}</span>,
          },
          {
            key: 'seal',
            label: t('field.seal'),
            value: seal && <span className={styles.code}>{seal.hash}</span>,
          },
          {
            key: 'previous',
            label: t('field.previous'),
            value: seal && <span className={styles.code}>{seal.previous}</span>,
          },
        ]}
      />
      <p className={styles.note}>{t('detail.seal.words')}</p>
    </div>
  );
}
