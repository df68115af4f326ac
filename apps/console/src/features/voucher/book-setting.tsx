import { useQuery } from '@tanstack/react-query';
import { personalShareWords } from '@xyxlx/contracts/ledger-roles';
import { voucherStyleWords } from '@xyxlx/contracts/voucher-kinds';
import type { BookSetting as Setting } from '@xyxlx/contracts/voucher-setting';
import { Alert, Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { dayText } from '../../lib/time.ts';
import styles from './book-setting.module.css';

const EditSetting = lazy(async () => ({ default: (await import('./edit-setting.tsx')).EditSetting }));
const OpeningImport = lazy(async () => ({ default: (await import('./opening-import.tsx')).OpeningImport }));

/** 账套设置: how the books are kept now and from a day to come on, changing that, and the balances that they begin with. */
export function BookSetting() {
  const { t } = useTranslation('voucher');
  const label = useLabel();
  const can = useCan();
  const [isEdited, setEdited] = useState(false);
  const [importAt, goToImport] = useOpenImport();
  const { data } = useQuery(api.voucher.getSetting.queryOptions({}));
  const approval = useQuery({
    ...api.approval.getApproval.queryOptions({ id: data?.approvalId ?? '' }),
    enabled: Boolean(data?.approvalId),
  }).data;
  if (!data) return null;
  const words = ({ voucherStyle, personalShare, vatBps }: Omit<Setting, 'next' | 'approvalId' | 'version'>) =>
    t('setting.words', {
      style: label(voucherStyleWords[voucherStyle]),
      share: label(personalShareWords[personalShare]),
      rate: vatBps / 100,
    });
  return (
    <Flex component="section" vertical gap={12} aria-label={t('setting.title')}>
      <Flex wrap gap={12} align="center" justify="space-between">
        <h3>{t('setting.title')}</h3>
        {can('voucher.settings') && (
          <Flex wrap gap={8}>
            <Button onClick={() => goToImport(newImport)}>{t('opening.title')}</Button>
            <Button disabled={data.approvalId !== null} onClick={() => setEdited(true)}>
              {t('setting.edit')}
            </Button>
          </Flex>
        )}
      </Flex>
      <div className={styles.facts}>
        <Facts
          record={data}
          facts={(cell) => [
            cell.text('voucherStyle', t('setting.style'), (row) =>
              label(voucherStyleWords[row.voucherStyle]),
            ),
            cell.text('personalShare', t('setting.share'), (row) =>
              label(personalShareWords[row.personalShare]),
            ),
            cell.figures('vatBps', t('setting.rate'), ({ vatBps }) => `${vatBps / 100}%`),
          ]}
        />
      </div>
      {data.next && (
        <Alert
          type="info"
          showIcon
          title={t('setting.next', { day: dayText(data.next.validFrom), words: words(data.next) })}
        />
      )}
      {approval && (
        <Flex vertical gap={8}>
          <ApprovalNotice approval={approval} />
          <div>
            <DecisionLink approval={approval} />
          </div>
        </Flex>
      )}
      <Suspense>
        {isEdited && <EditSetting setting={data} onClose={() => setEdited(false)} />}
        {importAt && <OpeningImport />}
      </Suspense>
    </Flex>
  );
}
