import { api } from '../../lib/api.ts';

/** Everything that shows what became of an application. */
export function invoiceAreas() {
  return [api.invoice.pathFilter(), api.approval.pathFilter()];
}
