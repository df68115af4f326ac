import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskListWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/detail/facts.tsx';
import { Figures } from '../../../kit/figures.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { useLabel } from '../../../lib/label.ts';
import { amountText, countText } from '../../../lib/money.ts';
import { dayText, minuteText } from '../../../lib/time.ts';
import styles from './case-view.module.css';

/** Whom or what a case is about: the figures, what is known of it, and the lists that it stands on. */
export function CaseFacts({ row }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const { profile, subject } = row;
  const { type } = subject;
  return (
    <section className={styles.card} aria-label={t('profile.title')}>
      <h3>{t('profile.title')}</h3>
      <Figures
        label={t('profile.figures')}
        items={[
          { key: 'alerts', label: t('field.alerts'), value: countText(row.alerts) },
          { key: 'amount', label: t('profile.alertAmount'), value: amountText(row.amount) },
          {
            key: 'paid',
            label: t('profile.paid'),
            value: amountText(profile.payments.amount),
            hint: t('profile.payments', { count: profile.payments.count }),
          },
          {
            key: 'cases',
            label: t('profile.cases'),
            value: countText(profile.cases.count),
            hint: t('profile.positive', { count: profile.cases.positive }),
          },
        ]}
      />
      <Facts
        record={row}
        facts={(cell) => [
          cell.kind('type', t('profile.type'), riskSubjectWords, () => type),
          cell.text('name', t('profile.name'), () => profile.name),
          cell.figures('no', t('profile.no'), () => profile.no),
          cell.text('merchant', t('profile.merchant'), () => profile.merchant?.name),
          cell.text('company', t('profile.company'), () => profile.company?.name),
          type === 'EMPLOYEE' && cell.figures('since', t('profile.hiredOn'), () => profile.since),
          type === 'EMPLOYEE' && cell.figures('until', t('profile.leftOn'), () => profile.until),
          type === 'CARD' && cell.figures('since', t('profile.activatedOn'), () => profile.since),
          cell.custom('lists', t('profile.lists'), () => profile.lists.length > 0 && <Lists row={row} />),
          cell.text('inbox', t('field.inbox'), ({ inbox }) => inbox.name),
          cell.minute('opened', t('field.openedAt'), ({ openedAt }) => openedAt),
          row.suspectedAt !== null &&
            cell.minute('suspected', t('field.suspectedAt'), ({ suspectedAt }) => suspectedAt),
          row.reportDueOn !== null &&
            cell.figures('reportDue', t('field.reportDueOn'), ({ reportDueOn }) => reportDueOn),
          cell.figures('suspensions', t('field.suspensions'), ({ suspensions }) => String(suspensions)),
        ]}
      />
    </section>
  );
}

function Lists({ row: { profile } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  return profile.lists.map(({ list, rule, from, to }) => (
    <div key={`${list} ${rule?.id} ${from}`}>
      <ToneTag tone={riskListWords[list].tone}>
        {[label(riskListWords[list]), rule?.code].filter(Boolean).join(' · ')}
      </ToneTag>{' '}
      <span className="figures">
        {to === null
          ? t('profile.listSince', { day: dayText(from) })
          : `${dayText(from)} – ${minuteText(to)}`}
      </span>
    </div>
  ));
}
