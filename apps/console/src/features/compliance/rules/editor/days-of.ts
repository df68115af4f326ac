import type { RiskPreview } from '@xyxlx/contracts/compliance-preview';
import { dayText } from '../../../../lib/time.ts';

interface PreviewDay {
  /** In Asia/Shanghai. */
  day: string;
  records: number;
  /** The largest of them in fen; null on a day without any. */
  largest: number | null;
  hits: number;
}

/** What a preview draws, day by day, of the days on which anything is drawn. */
export function daysOf({ points, hits }: Pick<RiskPreview, 'points' | 'hits'>): PreviewDay[] {
  const pointsOf = Map.groupBy(points, ({ at }) => dayText(at));
  const hitsOf = Map.groupBy(hits, ({ at }) => dayText(at));
  return [...new Set([...pointsOf.keys(), ...hitsOf.keys()])].sort().map((day) => {
    const amounts = (pointsOf.get(day) ?? []).map(({ amount }) => amount);
    return {
      day,
      records: amounts.length,
      largest: amounts.length > 0 ? Math.max(...amounts) : null,
      hits: hitsOf.get(day)?.length ?? 0,
    };
  });
}
