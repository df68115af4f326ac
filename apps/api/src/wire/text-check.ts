import type { Endpoint } from '@xyxlx/contracts/endpoint';
import type { Deps } from '../core/deps.ts';
import type { JsonText } from '../platform/lists/json-text.ts';
import type { Settings } from '../platform/settings/settings.ts';

const oneIn = 100;

/**
 * Validates results that are JSON already against their contract. Their shapes name each field, so nothing undeclared is in them;
 * outside tests the first of every hundred answers of an endpoint is validated, and a wrong one is reported and goes out.
 */
export function makeTextCheck(
  { output }: Pick<Endpoint, 'output'>,
  { settings, log }: { settings: Pick<Settings, 'checksAllAnswers'>; log: Pick<Deps['log'], 'error'> },
): (result: JsonText<unknown>) => void {
  if (settings.checksAllAnswers) return (result) => void output.parse(result.parse());
  let count = 0;
  return (result) => {
    if (count++ % oneIn > 0) return;
    const { error } = output.safeParse(result.parse());
    if (error) log.error({ err: error }, 'an answer is not what its contract says');
  };
}
