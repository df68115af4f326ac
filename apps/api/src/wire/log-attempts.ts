import { type BulkResult, bulkResult } from '@xyxlx/contracts/bulk';
import type { Endpoint, Label } from '@xyxlx/contracts/endpoint';
import type { RequestInfo } from '../core/call.ts';
import type { Deps } from '../core/deps.ts';
import { RecordMissing, Refusal, recordMissing, ShownFailure } from '../core/errors.ts';
import type { Session } from '../core/session.ts';
import type { SigningChannel } from '../core/signing-channel.ts';
import type { Attempt } from '../platform/operation-log/operation-log.ts';
import { findRecord, recordOfInput, recordTypeOf } from '../platform/operation-log/record-names.ts';
import { writeAttempts } from '../platform/operation-log/write-attempts.ts';
import { translate } from './translate.ts';

/** What was tried: an endpoint, by whom, with which input where it was read at all. */
interface Tried {
  area: string;
  action: string;
  definition: Endpoint;
  session: Session | SigningChannel | undefined;
  request: RequestInfo;
  input?: unknown;
}

type Log = Parameters<typeof translate>[1];

const missingIn = recordMissing().text;

/** Whether the operation log has what an endpoint did, and what it was refused. */
export function isLogged({ kind, access, logs }: Pick<Endpoint, 'kind' | 'access' | 'logs'>): boolean {
  return kind !== 'query' && (access === 'session' || access === 'signed') && logs !== null;
}

/** Keeps in the operation log that somebody tried to change something and could not; see docs/decisions/0012-refused-attempts.md. */
export async function logRefusal(deps: Deps, log: Log, tried: Tried, error: unknown): Promise<void> {
  const outcome = outcomeOf(error, log);
  if (!outcome) return;
  const record = recordOfInput(tried.area, tried.input);
  // A record that the caller may not see is named by nothing but what they sent.
  const isNamed = !(error instanceof RecordMissing);
  await write(deps, log, tried, [{ outcome, id: record?.id, type: isNamed ? record?.type : undefined }]);
}

/** As `logRefusal` for the rows of a bulk action that were refused one by one. */
export async function logRefusedRows(deps: Deps, log: Log, tried: Tried, result: unknown): Promise<void> {
  if (tried.definition.output !== bulkResult) return;
  const refused = (result as BulkResult).rows.filter(({ ok }) => !ok);
  const type = recordTypeOf(tried.area);
  const rows = refused.map(({ id, message }) => ({
    id,
    type: message === missingIn[tried.request.language] ? undefined : type,
    outcome: { result: 'REFUSED' as const, failure: { code: 406, zh: message, en: message } },
  }));
  await write(deps, log, tried, rows);
}

/** One attempt: at which record, and which kind of record it may be looked up as. */
interface Row {
  id: string | undefined;
  type: string | undefined;
  outcome: Outcome;
}

type Outcome = Pick<Attempt, 'result' | 'failure'>;

/** Null for what is the client's affair: a token, a malformed input, too much at once, an overloaded service. */
function outcomeOf(error: unknown, log: Log): Outcome | null {
  if (error instanceof Refusal || error instanceof ShownFailure) {
    return { result: 'REFUSED', failure: { code: error.code, ...error.text } };
  }
  if (translate(error, log)) return null;
  return {
    result: 'FAILED',
    failure: { code: 500, zh: '服务异常，未执行', en: 'A fault of the service: nothing was done' },
  };
}

async function write(
  deps: Deps,
  log: Log,
  { area, action, definition, session, request, input }: Tried,
  rows: Row[],
): Promise<void> {
  if (!session || rows.length === 0 || !isLogged(definition)) return;
  try {
    await writeAttempts(deps, { session, request }, rows.length, async (room) => {
      const attempts: Attempt[] = [];
      for (const { id, type, outcome } of rows.slice(0, room)) {
        const record = type && id ? await findRecord(deps.database.pool, session, type, id) : null;
        attempts.push({
          tenantId: record?.tenantId ?? session.tenantId,
          module: area,
          action,
          target: record?.target ?? targetWithout(area, action, definition.summary, id),
          ...given(input),
          ...outcome,
        });
      }
      return attempts;
    });
  } catch (error) {
    log.error({ err: error, area, action, traceId: request.id }, 'a refused attempt could not be logged');
  }
}

/** What an endpoint does; the rest of its summary is for callers. */
export function inShort({ zh, en }: Label): Label {
  return { zh: zh.replace(/[；：（，].*$/, ''), en: en.replace(/[;:,].*$/, '') };
}

function targetWithout(area: string, action: string, summary: Label, id: string | undefined) {
  return id === undefined
    ? { type: 'endpoint', id: `${area}/${action}`, label: inShort(summary).zh }
    : { type: 'unknown', id, label: id };
}

/** What of the input says why and how much; nothing else of it is kept, as it may be secret or personal. */
function given(input: unknown): Pick<Attempt, 'after' | 'reason'> {
  const { reason, amount } = (input ?? {}) as { reason?: unknown; amount?: unknown };
  return {
    ...(typeof reason === 'string' && { reason }),
    ...(Number.isSafeInteger(amount) && { after: { amount: amount as number } }),
  };
}
