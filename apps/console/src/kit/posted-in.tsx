import { useQuery } from '@tanstack/react-query';
import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../lib/api.ts';
import { useCan } from '../lib/me.ts';

interface PostedInProps {
  type: PostingSource;
  id: string;
}

/** The vouchers that an event is part of, each with the way to it; a dash where nothing was posted, or for who sees no vouchers. */
export function PostedIn({ type, id }: PostedInProps) {
  const { t } = useTranslation('kit');
  const may = useCan()('voucher.view');
  const { data } = useQuery({
    ...api.voucher.queryPosting.queryOptions({ source: { type, id } }),
    enabled: may,
  });
  const legs = data?.list ?? [];
  const vouchers = new Map(legs.flatMap(({ voucher }) => (voucher ? [[voucher.id, voucher]] : [])));
  if (legs.length === 0) return '—';
  if (vouchers.size === 0) return t('voucher.tomorrow');
  return (
    <Flex vertical align="flex-start">
      {[...vouchers.values()].map((voucher) => (
        <Link key={voucher.id} to={`${paths.voucher}?open=${voucher.id}`}>
          {voucher.voucherNo ? `${voucher.period} ${voucher.voucherNo}` : t('voucher.unnumbered')}
        </Link>
      ))}
    </Flex>
  );
}
