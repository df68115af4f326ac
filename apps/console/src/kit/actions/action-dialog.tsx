import type { BoundAction } from './bound-action.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useBoundAction } from './use-bound-action.ts';

/** Asks why an action is done to a record, and does it; mount it to open it. */
export function ActionDialog({ bound, onClose }: { bound: BoundAction; onClose(): void }) {
  const work = useBoundAction(bound, onClose);
  const { title, words, okText, isDangerous, optionalAs, forecast } = bound;
  return (
    <ReasonDialog
      title={title}
      words={words}
      okText={okText}
      danger={isDangerous}
      optionalAs={optionalAs}
      isPending={work.isPending}
      error={work.error}
      onClose={onClose}
      onSubmit={(given) => work.mutate(given)}
    >
      {forecast}
    </ReasonDialog>
  );
}
