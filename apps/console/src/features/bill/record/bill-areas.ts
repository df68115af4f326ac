import { api } from '../../../lib/api.ts';

/** What a step of a bill changes on the screens. */
export const billAreas = [api.bill.pathFilter(), api.home.pathFilter(), api.approval.pathFilter()];
