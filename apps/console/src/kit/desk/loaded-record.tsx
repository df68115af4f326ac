import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Failed } from '../failed.tsx';

interface LoadedRecordProps<Record> {
  read: Pick<UseQueryResult<Record, unknown>, 'data' | 'error' | 'refetch'>;
  children(record: Record): ReactNode;
}

/** The open record of a desk once it is read; before, that it comes, or why it does not. */
export function LoadedRecord<Record>({ read, children }: LoadedRecordProps<Record>) {
  const { data, error, refetch } = read;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton active paragraph={{ rows: 12 }} />;
  return <Failed error={error} onRetry={refetch} />;
}
