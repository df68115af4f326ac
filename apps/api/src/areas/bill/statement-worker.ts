import { makePdf } from '../../platform/paper/make-pdf.ts';
import { type DrawnStatement, writeStatement } from './draw-statement.ts';

await makePdf<DrawnStatement>(writeStatement);
