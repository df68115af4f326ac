/** The circles of a graph, given by its edges: each group of nodes from any of which one comes back to it through the others. */
export function circles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  // Tarjan's algorithm: `low` is the earliest node still open that one reaches.
  function visit(node: string): number {
    const at = order.size;
    order.set(node, at);
    open.push(node);
    let low = at;
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, order.get(to) ?? at);
    }
    if (low === at) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  }

  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
