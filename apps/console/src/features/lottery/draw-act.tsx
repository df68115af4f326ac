import { lazy } from 'react';

const dialogs = {
  award: lazy(async () => ({ default: (await import('./award-dialog.tsx')).AwardDialog })),
  deliver: lazy(async () => ({ default: (await import('./deliver-dialog.tsx')).DeliverDialog })),
  fail: lazy(async () => ({ default: (await import('./fail-dialog.tsx')).FailDialog })),
};

/** What is done to prizes: handing out begins, is recorded as done, or as failed. */
export type DrawStep = keyof typeof dialogs;

interface DrawActProps {
  step: DrawStep;
  ids: readonly string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** The dialog of a step, for one draw or for many. */
export function DrawAct({ step, ...rest }: DrawActProps) {
  const Dialog = dialogs[step];
  return <Dialog {...rest} />;
}
