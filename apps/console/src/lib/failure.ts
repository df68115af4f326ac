import type { WireErrorData } from '@xyxlx/contracts/envelope';
import { codes } from '@xyxlx/contracts/wire';
import { i18n } from './i18n.ts';
import { notify } from './notify.ts';
import { isAbort } from './wire.ts';

interface Failure {
  /** What to tell the user. */
  text: string;
  /** What the wire said, or null when the failure is a fault of the console. */
  wire: WireErrorData | null;
}

// Failures that arrive this close together have one cause as far as the user can tell.
const sameCauseMs = 1500;

/** Reads a failure of the typed client, an upload or a download. */
export function failureOf(error: unknown): Failure {
  const wire = wireDataOf(error);
  const message = wire && error instanceof Error ? error.message : '';
  return {
    text: message || i18n.t(wire?.code === codes.signInAgain ? 'failure.signInAgain' : 'failure.request'),
    wire,
  };
}

/** Shows failures: the one place of the product that does. Many at once with the same cause show as one. */
export function createFailureReporter(show: (text: string) => void, now: () => number) {
  const shownAt = new Map<string, number>();

  return (error: unknown): void => {
    if (isGivenUp(error)) return;
    const { text, wire } = failureOf(error);
    // `success: false` with code 200: the screen itself shows that.
    if (wire?.code === codes.ok) return;
    if (wire === null) reportError(error);
    const cause = causeOf(text, wire);
    const last = shownAt.get(cause);
    if (last !== undefined && now() - last < sameCauseMs) return;
    shownAt.set(cause, now());
    show(text);
  };
}

/** Tells the user of a failure. */
export const reportFailure = createFailureReporter((text) => notify('error', text), Date.now);

// Faults differ by their request id alone; a refusal is told apart by its words.
function causeOf(text: string, wire: WireErrorData | null): string {
  const refused = wire?.code === codes.refused || wire?.code === codes.invalid;
  return refused ? text : String(wire?.code ?? 'console');
}

function wireDataOf(error: unknown): WireErrorData | null {
  if (!(error instanceof Error) || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'wire' in data ? (data.wire as WireErrorData) : null;
}

function isGivenUp(error: unknown): boolean {
  return (
    isAbort(error) || (error instanceof Error && (error.name === 'CancelledError' || isAbort(error.cause)))
  );
}
