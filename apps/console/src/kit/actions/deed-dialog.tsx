import type { BoundDeed } from './bound-deed.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useDeed } from './use-deed.ts';

/** Asks why an action is done to a record, and does it; mount it to open it. */
export function DeedDialog({ deed, onClose }: { deed: BoundDeed; onClose(): void }) {
  const work = useDeed(deed, onClose);
  const { title, words, okText, isDangerous, optionalAs, forecast } = deed;
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
