import type { CaseGraph } from '@xyxlx/contracts/compliance-graph';
import { Sankey, Tooltip } from 'recharts';
import type { LinkProps, NodeProps } from 'recharts/types/chart/Sankey';
import { amountText } from '../../../lib/money.ts';
import { payerName } from './payer-name.ts';
import styles from './plot.module.css';

interface Shown {
  name: string;
  color: string;
  /** Its place from left to right. */
  column: 0 | 1 | 2;
}

const colors = {
  own: 'var(--brand)',
  payee: 'var(--accent)',
  EMPLOYEE: 'var(--ink-faint)',
  CARD: 'var(--info)',
};
/** So many characters of a name are shown. */
const longest = 22;

/** The drawing of shared payees: what the subject paid flows to payees, and from them to who else paid there. */
export function PayeeFlows({ graph }: { graph: CaseGraph }) {
  const { nodes, links } = flowsOf(graph);
  return (
    <Sankey
      width="100%"
      height="100%"
      className={styles.drawing ?? ''}
      data={{ nodes, links }}
      nodeWidth={10}
      nodePadding={12}
      margin={{ top: 6, right: 8, bottom: 6, left: 8 }}
      node={(props: NodeProps) => <Node {...props} />}
      link={(props: LinkProps) => <Link {...props} />}
    >
      <Tooltip
        isAnimationActive={false}
        contentStyle={{
          background: 'var(--surface)',
          borderColor: 'var(--line)',
          borderRadius: 8,
          fontSize: 13,
        }}
        formatter={(value) => amountText(Number(value))}
      />
    </Sankey>
  );
}

/** The nodes and flows of a graph: from the subject to payees, and from these to others. */
export function flowsOf({ payers, payees, links }: CaseGraph) {
  const sorted = [...payers.filter(({ isOwn }) => isOwn), ...payers.filter(({ isOwn }) => !isOwn)];
  const nodes: Shown[] = [
    ...sorted.map((payer) => ({
      name: payerName(payer),
      color: payer.isOwn ? colors.own : colors[payer.kind],
      column: payer.isOwn ? (0 as const) : (2 as const),
    })),
    ...payees.map(({ name, isSubject }) => ({
      name,
      color: isSubject ? colors.own : colors.payee,
      column: 1 as const,
    })),
  ];
  const at = new Map([...sorted, ...payees].map(({ id }, place) => [id, place]));
  return {
    nodes,
    links: links.map(({ payerId, payeeId, amount }) => {
      const [payer, payee] = [at.get(payerId) ?? 0, at.get(payeeId) ?? 0];
      const isOwn = nodes[payer]?.column === 0;
      // A payment of nothing is still one that is seen.
      const value = Math.max(amount, 1);
      return isOwn ? { source: payer, target: payee, value } : { source: payee, target: payer, value };
    }),
  };
}

function Node({ x, y, width, height, payload }: NodeProps) {
  const { name, color, column } = payload as unknown as Shown;
  const isLast = column === 2;
  return (
    <g>
      <title>{name}</title>
      <rect x={x} y={y} width={width} height={Math.max(height, 2)} fill={color} rx={2} />
      <text
        x={isLast ? x - 6 : x + width + 6}
        y={y + height / 2}
        dy="0.35em"
        textAnchor={isLast ? 'end' : 'start'}
        fill="var(--ink)"
        fontSize={12}
        stroke="var(--surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {name.length > longest ? `${name.slice(0, longest - 1)}…` : name}
      </text>
    </g>
  );
}

function Link(props: LinkProps) {
  const { sourceX, targetX, sourceY, targetY, sourceControlX, targetControlX, linkWidth, payload } = props;
  const { color } = payload.source as unknown as Shown;
  return (
    <path
      d={`M${sourceX},${sourceY}C${sourceControlX},${sourceY} ${targetControlX},${targetY} ${targetX},${targetY}`}
      fill="none"
      stroke={color}
      strokeOpacity={0.22}
      strokeWidth={Math.max(linkWidth, 1.5)}
    />
  );
}
