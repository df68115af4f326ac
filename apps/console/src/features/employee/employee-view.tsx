import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type EmployeeRow, employeeStateWords } from '@xyxlx/contracts/employee';
import { paths } from '@xyxlx/contracts/paths';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import type { RecordView } from '../../kit/detail/record-view.ts';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { LimitTerm } from '../../kit/limit-term.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { amountText } from '../../lib/money.ts';
import { employeeActions } from './employee-actions.tsx';
import styles from './employee-drawer.module.css';
import { Lots } from './lots.tsx';

/** One employee as the drawer and the page show them. */
export function useEmployeeView(
  id: string | null | undefined,
  onEdit: (employee: EmployeeRow) => void,
): RecordView<EmployeeRow> {
  const { t } = useTranslation('employee');
  const record = useQuery(api.employee.getEmployee.queryOptions(id ? { id } : skipToken));
  return {
    record,
    title: t('detail.title'),
    titleOf: ({ name, employeeNo }) => `${name} · ${employeeNo}`,
    extra: ({ state }) => <StateTag words={employeeStateWords[state]} />,
    footer: (employee) => (
      <RecordActions
        key={employee.id}
        record={employee}
        nameOf={({ name }) => name}
        actions={employeeActions(t, { onEdit })}
      />
    ),
    children: (employee) => <Detail key={employee.id} employee={employee} />,
  };
}

function Detail({ employee }: { employee: EmployeeRow }) {
  const { t } = useTranslation(['employee', 'kit']);
  const ids = { merchantId: employee.merchant.id, employeeId: employee.id };
  return (
    <>
      <Figures
        label={t('kit:employee.limits')}
        items={(['totalLimit', 'availableLimit', 'lockedLimit', 'usedLimit'] as const).map((key) => ({
          key,
          label: t(`kit:employee.${key}`),
          value: amountText(employee[key]),
          ...(key === 'totalLimit' &&
            employee.recoveredLimit > 0 && {
              hint: `${t('kit:employee.recoveredLimit')} ${amountText(employee.recoveredLimit)}`,
            }),
        }))}
      />
      <p className={styles.links}>
        <Link to={generatePath(paths.employeeAdjustments, ids)}>{t('kit:employee.adjustments')}</Link>
        <Link to={generatePath(paths.employeeBill, ids)}>{t('kit:employee.consumption')}</Link>
        <Link to={generatePath(paths.employeeLottery, ids)}>{t('kit:employee.lottery')}</Link>
      </p>
      <Lots employeeId={employee.id} />
      <Personal employee={employee} />
      <Facts
        title={t('detail.work')}
        record={employee}
        facts={(cell) => [
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.text('department', t('field.department'), (row) => row.department?.name),
          cell.custom(
            'labels',
            t('field.labels'),
            ({ labels }) => labels.length > 0 && labels.map((label) => <Tag key={label}>{label}</Tag>),
          ),
          cell.text('grade', t('field.grade'), (row) => row.grade),
          cell.custom('limitTerm', t('field.limitTerm'), (row) => <LimitTerm until={row.limitExpiresAt} />),
          cell.figures('hiredOn', t('field.hiredOn'), (row) => row.hiredOn),
          cell.figures('leftOn', t('field.leftOn'), (row) => row.leftOn),
          cell.stamp(
            'updatedAt',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
    </>
  );
}

function Personal({ employee }: { employee: EmployeeRow }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const reveal = useMutation(api.employee.revealEmployee.mutationOptions());
  return (
    <div className={styles.personal}>
      <Facts
        title={t('detail.contact')}
        record={reveal.data ?? employee}
        facts={(cell) => [
          cell.masked('mobile', t('field.mobile'), (row) => row.mobile),
          cell.masked('email', t('field.email'), (row) => row.email),
          cell.masked('birthday', t('field.birthday'), (row) => row.birthday),
        ]}
      />
      {can('employee.reveal') && !reveal.data && (
        <div className={styles.reveal}>
          <RevealButton
            isPending={reveal.isPending}
            onReveal={(reason) => reveal.mutateAsync({ id: employee.id, reason })}
          />
        </div>
      )}
    </div>
  );
}
