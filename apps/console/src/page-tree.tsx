import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { queryClient } from './lib/query-client.ts';

/** What every page stands in, here and where the build draws one. */
export function pageTree(page: ReactNode): ReactNode {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </StrictMode>
  );
}
