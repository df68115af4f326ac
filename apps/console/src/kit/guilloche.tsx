import { useMemo } from 'react';
import { useIdle } from './use-idle.ts';

/**
 * The fine-line rosette of banknotes and payment cards, as an ornament without meaning. Its lines are drawn once the page is there: to paint
 * them takes a slow processor as long as the form beside them.
 */
export function Guilloche({ className }: { className?: string | undefined }) {
  const isIdle = useIdle();
  const rosettes = useMemo(() => (isIdle ? shapes.map(rosette) : []), [isIdle]);
  return (
    <svg
      className={className}
      viewBox="-210 -210 420 420"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {rosettes.map((path) => (
        <path key={path.slice(0, 24)} d={path} strokeWidth="0.5" />
      ))}
    </svg>
  );
}

interface Shape {
  radius: number;
  wave: number;
  petals: number;
  turns: number;
}

const shapes: Shape[] = [
  { radius: 128, wave: 42, petals: 12, turns: 7 },
  { radius: 168, wave: 26, petals: 24, turns: 11 },
  { radius: 72, wave: 24, petals: 8, turns: 5 },
];

// A circle whose radius swings `petals / turns` times a round closes after `turns` rounds and weaves its lines in between.
function rosette({ radius, wave, petals, turns }: Shape): string {
  // Twelve straight pieces a wave look round.
  const steps = (petals * turns + 1) * 12;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (step / steps) * turns * 2 * Math.PI;
    const r = radius + wave * Math.sin(((petals * turns + 1) / turns) * angle);
    return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
