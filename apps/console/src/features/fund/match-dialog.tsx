import { useMutation, useQuery } from '@tanstack/react-query';
import { type BreakRow, reconciliation as contract } from '@xyxlx/contracts/reconciliation';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';

/** Asks which line makes up for a break; mount it to open it. */
export function MatchDialog({ row, onClose }: { row: BreakRow; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { t: words } = useTranslation('kit');
  const { data = [], isPending } = useQuery(api.fund.queryBreakLine.queryOptions({ id: row.id }));
  const match = useMutation(
    api.fund.matchBreak.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(
          t('break.matched'),
          ...[api.fund, api.platform, api.home].map((area) => area.pathFilter()),
        );
      },
    }),
  );
  return (
    <FormDialog
      title={t('break.match.title', { reference: row.reference })}
      words={t('break.match.words')}
      okText={t('break.match')}
      schema={contract.matchBreak.input.required({ lineId: true })}
      work={{ ...match, mutate: (given) => match.mutate({ ...given, version: row.version }) }}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.constant('id', row.id)}
          {field.pick('lineId', t('break.line'), {
            loading: isPending,
            options: data.map(({ id, bankNo, amount, at, payer }) => ({
              value: id,
              label: `${minuteText(at)} ${bankNo} ${yuanText(amount)} ${payer}`,
            })),
            ...(!isPending && data.length === 0 && { extra: t('break.line.none') }),
          })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
