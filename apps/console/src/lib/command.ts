import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { FoundKind } from '@xyxlx/contracts/search';

interface Typed {
  title: Label;
  /** What begins it, in small letters. */
  words: readonly string[];
}

/** Does something with the record that what is typed behind its word finds: the record is opened, and asked as by its button. */
export interface RecordCommand extends Typed {
  /** What is typed behind the word. */
  hint: Label;
  kind: FoundKind;
  /** The name of its action. */
  action: string;
  permission: Permission;
  /** The states of the record that have it. */
  states: readonly string[];
}

/** Leads to a place outside the menu. */
export interface PlaceCommand extends Typed {
  path: string;
}

/** Something typed into the command palette that does a thing instead of finding one. */
export type Command = RecordCommand | PlaceCommand;
