import type { Label } from '@xyxlx/contracts/endpoint';
import type { Deps } from '../../../core/deps.ts';

/** What must always hold; whatever it finds is a defect or a tampering. */
export interface Invariant {
  name: string;
  label: Label;
  /** Each row is a violation, its column `what` says which record in a few words. */
  sql?: string;
  /** Instead of SQL, where the database alone can't tell: the violations in words. */
  check?: (deps: Deps) => Promise<string[]>;
}
