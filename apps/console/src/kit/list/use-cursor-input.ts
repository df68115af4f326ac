import { useState } from 'react';

interface Answered {
  data: { cursor?: string | null } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Turns a list's input into one with the cursor of its page, as far as stepping through the pages has shown it: any depth
 * is then as fast as the first page. A page that is jumped to goes by its number. Hand the query to `learn`.
 */
export function useCursorInput<Input extends { pageNum: number }>(input: Input) {
  const [cursors] = useState(() => new Map<string, string>());
  const withCursor = (asked: Input): Input & { cursor?: string } => {
    const cursor = cursors.get(JSON.stringify(asked));
    return cursor === undefined ? asked : { ...asked, cursor };
  };
  return {
    input: withCursor(input),
    /** What another page of these rows, or of others, is asked for with. */
    withCursor,
    // Safe while rendering: the same answer always teaches the same.
    learn({ data, isPlaceholderData }: Answered): void {
      if (data?.cursor && !isPlaceholderData) {
        cursors.set(JSON.stringify({ ...input, pageNum: input.pageNum + 1 }), data.cursor);
      }
    },
  };
}
