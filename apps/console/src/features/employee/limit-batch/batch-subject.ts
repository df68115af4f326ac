/** What a batch is to the mechanism of approvals. */
export const batchSubject = 'limitBatch';
