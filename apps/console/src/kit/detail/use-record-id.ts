import { useParams } from 'react-router';
import { recordId } from '../filters/record-id.ts';

/** The record that the address of its page names; undefined where it names none. */
export function useRecordId(): string | undefined {
  return recordId.read(useParams().id ?? '');
}
