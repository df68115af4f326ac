import { type operationLog as contract, operationResultWords } from '@xyxlx/contracts/operation-log';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { deviceName } from '../../lib/device-name.ts';
import { useLabel, wordsText } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { countText } from '../../lib/money.ts';
import { recordAddress } from '../../lib/record-address.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { moduleLabel } from './module-name.ts';
import styles from './operation-log-detail-page.module.css';
import { targetText } from './target-text.ts';

type Detail = z.infer<typeof contract.getOperationLog.output>;

/** Who, what, from where, how long, and the row's place in the sealed chain. */
export function LogFacts({ log }: { log: Detail }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const me = useMe();
  const nameOf = useRoleName();
  return (
    <div className={styles.facts}>
      <Facts
        title={t('detail.facts')}
        record={log}
        facts={(cell) => [
          cell.custom('target', t('field.target'), (row) => {
            const to = recordAddress(row.target, me?.permissions ?? []);
            return to ? <Link to={to}>{targetText(row, label)}</Link> : targetText(row, label);
          }),
          cell.text('tenant', t('field.tenant'), ({ tenant }) => tenant.name),
          cell.text('module', t('field.module'), (row) => label(moduleLabel(row.module))),
          cell.text('reason', t('field.reason'), ({ reason }) => reason),
          cell.state('result', t('field.result'), operationResultWords, ({ result }) => result),
          cell.text('actor', t('field.actor'), ({ actor }) => actorText(actor)),
          cell.text('roles', t('field.roles'), ({ actor }) =>
            wordsText(actor.roles.map((code) => nameOf({ code, name: code }))),
          ),
          cell.figures('ip', t('field.ip'), ({ ip }) => ip),
          cell.custom('agent', t('field.agent'), ({ agent }) => (
            <span title={agent}>{deviceName(agent)}</span>
          )),
          cell.text('duration', t('field.duration'), ({ durationMs }) =>
            durationMs === null ? null : `${countText(durationMs)} ms`,
          ),
          cell.custom('traceId', t('field.traceId'), ({ traceId }) => (
            <span className={styles.code}>
              {traceId} <CopyButton value={traceId} />
            </span>
          )),
        ]}
      />
      <Facts
        title={t('detail.seal')}
        record={log}
        facts={(cell) => [
          cell.text('seq', t('field.seq'), ({ seq }) => (seq === null ? t('seal.pending') : countText(seq))),
          cell.moment('sealedAt', t('field.sealedAt'), ({ seal }) => seal?.sealedAt),
          cell.custom(
            'seal',
            t('field.seal'),
            ({ seal }) => seal && <span className={styles.code}>{seal.hash}</span>,
          ),
          cell.custom(
            'previous',
            t('field.previous'),
            ({ seal }) => seal && <span className={styles.code}>{seal.previous}</span>,
          ),
        ]}
      />
      <p className={styles.note}>{t('detail.seal.words')}</p>
    </div>
  );
}
