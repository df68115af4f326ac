import type { RiskPreview } from '@xyxlx/contracts/compliance-preview';
import { lazy, type PointerEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../../../lib/money.ts';
import styles from './preview-plot.module.css';
import { niceTop, plotBottom, plotTop } from './scale.ts';

const PreviewDots = lazy(async () => ({ default: (await import('./preview-dots.tsx')).PreviewDots }));

interface PreviewPlotProps {
  preview: RiskPreview;
  /** In fen; null: no amount is compared. */
  threshold: number | null;
  onThreshold(fen: number): void;
}

/** Amounts over time with what would be found in red; the threshold is a line that is dragged, or moved by the arrow keys. */
export function PreviewPlot({ preview, threshold, onThreshold }: PreviewPlotProps) {
  const { t } = useTranslation('compliance');
  const plot = useRef<HTMLDivElement>(null);
  const { points, hits, beside } = preview;
  // While the line is dragged the scale stays: else it would run away from the pointer at its end.
  const [heldTop, setHeldTop] = useState<number | null>(null);
  const amounts = [...points, ...hits, ...(beside?.onlyOld ?? [])].map(({ amount }) => amount);
  const top = heldTop ?? niceTop(Math.max(threshold ?? 0, ...amounts));
  // A hundredth of the scale, in whole yuan.
  const step = Math.max(100, Math.round(top / 10_000) * 100);

  function drag({ clientY, buttons }: PointerEvent): void {
    const box = plot.current?.getBoundingClientRect();
    if (!box || buttons === 0) return;
    const share = 1 - (clientY - box.top - plotTop) / (box.height - plotTop - plotBottom);
    onThreshold(Math.round((Math.min(1, Math.max(0, share)) * top) / step) * step);
  }

  return (
    <div ref={plot} className={styles.plot}>
      <Suspense>
        <PreviewDots preview={preview} top={top} />
      </Suspense>
      {threshold !== null && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('rules.preview.threshold')}
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={top}
          aria-valuenow={threshold}
          aria-valuetext={amountText(threshold)}
          className={styles.line}
          style={{ top: `calc(${plotTop}px + (100% - ${plotTop + plotBottom}px) * ${1 - threshold / top})` }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setHeldTop(top);
          }}
          onLostPointerCapture={() => setHeldTop(null)}
          onPointerMove={drag}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            onThreshold(Math.max(0, threshold + by * step));
          }}
        >
          <span className={styles.value}>{amountText(threshold)}</span>
        </div>
      )}
    </div>
  );
}
