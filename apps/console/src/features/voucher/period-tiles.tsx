import { CheckCircleFilled, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { ledgerPeriodStateWords } from '@xyxlx/contracts/voucher-kinds';
import type { PeriodRow } from '@xyxlx/contracts/voucher-period';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { amountText } from '../../lib/money.ts';
import { businessToday } from '../../lib/time.ts';
import { PeriodChecks } from './period-checks.tsx';
import styles from './period-tiles.module.css';

/** 期间: the twelve months of a year, each with its state and what is not posted yet; a press shows what hinders its closing. */
export function PeriodTiles() {
  const { t } = useTranslation('voucher');
  const [search, setSearch] = useSearchParams();
  const today = businessToday();
  const year = Number(/^20\d\d$/.exec(search.get('year') ?? '')?.[0] ?? today.slice(0, 4));
  const { data } = useQuery(api.voucher.queryPeriod.queryOptions({ year }));
  const chosen =
    data?.find(({ period }) => period === search.get('period')) ?? usual(data, today.slice(0, 7));
  const go = (next: Record<string, string>) => setSearch({ tab: 'period', year: String(year), ...next });
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
  return (
    <>
      <div className={styles.year}>
        <Button
          type="text"
          aria-label={t('period.before')}
          icon={<LeftOutlined />}
          onClick={() => go({ year: String(year - 1) })}
        />
        <strong className="figures">{year}</strong>
        <Button
          type="text"
          aria-label={t('period.after')}
          icon={<RightOutlined />}
          onClick={() => go({ year: String(year + 1) })}
        />
      </div>
      <ul className={styles.tiles}>
        {months.map((month) => (
          <li key={month}>
            <Tile
              month={month}
              row={data?.find(({ period }) => period === month)}
              isChosen={chosen?.period === month}
              onChoose={() => go({ period: month })}
            />
          </li>
        ))}
      </ul>
      {chosen && <PeriodChecks key={chosen.period} row={chosen} />}
    </>
  );
}

/** The present month, or the last there is. */
function usual(rows: readonly PeriodRow[] | undefined, month: string): PeriodRow | undefined {
  return rows?.find(({ period }) => period === month) ?? rows?.at(-1);
}

interface TileProps {
  month: string;
  /** None of a month that the books don't have. */
  row: PeriodRow | undefined;
  isChosen: boolean;
  onChoose(): void;
}

function Tile({ month, row, isChosen, onChoose }: TileProps) {
  const { t } = useTranslation('voucher');
  return (
    <button type="button" className={styles.tile} aria-pressed={isChosen} disabled={!row} onClick={onChoose}>
      <span className={styles.month}>
        {month} {row?.state === 'CLOSED' && <CheckCircleFilled className={styles.closed} aria-hidden />}
      </span>
      {row ? <StateTag words={ledgerPeriodStateWords[row.state]} /> : <span>—</span>}
      {row && <span>{t('period.vouchers', { count: row.voucherCount })}</span>}
      {row && row.unpostedCount > 0 && (
        <span className={styles.unposted}>
          {t('period.unposted', { count: row.unpostedCount, amount: amountText(row.unpostedAmount) })}
        </span>
      )}
      {row?.hindrance && <span className={styles.unposted}>{row.hindrance}</span>}
    </button>
  );
}
