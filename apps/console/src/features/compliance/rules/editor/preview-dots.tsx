import type { RiskPreview } from '@xyxlx/contracts/compliance-preview';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis, ZAxis } from 'recharts';
import { currentLanguage } from '../../../../lib/i18n.ts';
import { shortYuan } from '../../../../lib/money.ts';
import { dayText } from '../../../../lib/time.ts';
import { plotTop } from './scale.ts';

const tick = { fill: 'var(--ink-faint)', fontSize: 12 };
const axisHeight = 30;
const axisWidth = 56;
const fifths = [0, 1, 2, 3, 4, 5] as const;

/** The drawing of a preview; it isn't drawn again while only the threshold moves. */
export const PreviewDots = memo(function PreviewDots({
  preview,
  top,
}: {
  preview: RiskPreview;
  top: number;
}) {
  const { t } = useTranslation('compliance');
  const { points, hits, from, to, beside } = preview;
  const dots = (of: readonly { at: string; amount: number }[]) =>
    of.map(({ at, amount }) => ({ at: Date.parse(at), amount }));
  return (
    <ScatterChart
      responsive
      title={t('rules.preview')}
      style={{ width: '100%', height: '100%' }}
      margin={{ top: plotTop, right: 8, bottom: 0, left: 8 }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="at"
        height={axisHeight}
        domain={[Date.parse(from), Date.parse(to)]}
        tick={tick}
        tickFormatter={(at: number) => dayText(new Date(at).toISOString()).slice(5)}
      />
      <YAxis
        type="number"
        dataKey="amount"
        width={axisWidth}
        domain={[0, top]}
        allowDataOverflow
        ticks={fifths.map((part) => (top / 5) * part)}
        tick={tick}
        tickFormatter={(fen: number) => shortYuan(fen, currentLanguage())}
      />
      {/* An area in px². */}
      <ZAxis range={[20, 20]} />
      <Scatter data={dots(points)} fill="var(--ink-faint)" fillOpacity={0.5} isAnimationActive={false} />
      {beside && (
        <Scatter
          data={dots(beside.onlyOld)}
          fill="var(--surface)"
          stroke="var(--warning)"
          strokeWidth={2}
          isAnimationActive={false}
        />
      )}
      <Scatter data={dots(hits)} fill="var(--danger)" isAnimationActive={false} />
    </ScatterChart>
  );
});
