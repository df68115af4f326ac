import { type EmployeeRow, employeeStateWords } from '@xyxlx/contracts/employee';
import { paths } from '@xyxlx/contracts/paths';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, NavLink } from 'react-router';
import { failureOf } from '../lib/failure.ts';
import { amountText } from '../lib/money.ts';
import styles from './employee-header.module.css';
import { Figures } from './figures.tsx';
import { MaskedText } from './masked-text.tsx';
import { StateTag } from './state-tag.tsx';

/** The parts of a query that the header shows. */
interface Found {
  data: EmployeeRow | undefined;
  error: unknown;
}

/** Whose records these are: the employee, the limit as it stands, and the way to the other records. */
export function EmployeeHeader({ found }: { found: Found }) {
  const { t } = useTranslation('kit');
  const { data: employee, error } = found;
  const ids = { merchantId: employee?.merchant.id ?? '', employeeId: employee?.id ?? '' };
  const limits = [
    ['totalLimit', employee?.totalLimit],
    ['availableLimit', employee?.availableLimit],
    ['lockedLimit', employee?.lockedLimit],
    ['usedLimit', employee?.usedLimit],
    ['recoveredLimit', employee?.recoveredLimit],
  ] as const;
  if (error) {
    return <Alert type="error" showIcon title={failureOf(error).text} />;
  }
  return (
    <div className={styles.header}>
      <div className={styles.who}>
        <strong className={styles.name}>{employee?.name ?? '…'}</strong>
        {employee && (
          <>
            <StateTag words={employeeStateWords[employee.state]} />
            <span className="figures">{employee.employeeNo}</span>
            <MaskedText value={employee.mobile} />
            {employee.department && <span>{employee.department.name}</span>}
            <Link to={`${paths.employees}?merchantId=${employee.merchant.id}`}>{employee.merchant.name}</Link>
          </>
        )}
        <nav aria-label={t('employee.records')} className={styles.links}>
          <NavLink to={generatePath(paths.employeeAdjustments, ids)}>{t('employee.adjustments')}</NavLink>
          <NavLink to={generatePath(paths.employeeBill, ids)}>{t('employee.consumption')}</NavLink>
          <NavLink to={generatePath(paths.employeeLottery, ids)}>{t('employee.lottery')}</NavLink>
        </nav>
      </div>
      <Figures
        label={t('employee.limits')}
        items={limits.map(([key, fen]) => ({
          key,
          label: t(`employee.${key}`),
          value: fen === undefined ? '…' : amountText(fen),
        }))}
      />
    </div>
  );
}
