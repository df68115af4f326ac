import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@xyxlx/contracts/job';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

/** What somebody types over the bad rows of an import until it is checked again. */
export interface MendedRows {
  /** How many texts differ from the file's. */
  count: number;
  isPending: boolean;
  text(row: number, column: number): string | undefined;
  /** `typed`: what the file has, which is nothing to mend. */
  type(row: number, column: number, value: string, typed: string): void;
  check(): void;
}

/** Keeps the texts over the pages of the report, and hands them in for another check. */
export function useMendedRows({ id }: Pick<Job, 'id'>): MendedRows {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const queryClient = useQueryClient();
  const mend = useMutation(
    api.job.mendImportRows.mutationOptions({
      onSuccess: (next) => {
        queryClient.setQueryData(api.job.getJob.queryKey({ id }), next);
        // Of the check before: they are not shown again.
        queryClient.removeQueries(api.job.queryImportRow.pathFilter());
      },
    }),
  );
  return {
    count: texts.size,
    isPending: mend.isPending,
    text: (row, column) => texts.get(`${row} ${column}`),
    type: (row, column, value, typed) => {
      const next = new Map(texts);
      if (value === typed) next.delete(`${row} ${column}`);
      else next.set(`${row} ${column}`, value);
      setTexts(next);
    },
    check: () =>
      mend.mutate({
        id,
        cells: [...texts].map(([place, value]) => {
          const [row = 0, column = 0] = place.split(' ').map(Number);
          return { row, column, value };
        }),
      }),
  };
}
