import { systemActor } from '@xyxlx/contracts/system-actor';
import { labelText } from './label.ts';
import { momentText } from './time.ts';

/** Who did something, as records keep the name; the service itself goes by the language in use. */
export function actorName(name: string): string {
  return name === systemActor.zh ? labelText(systemActor) : name;
}

/** When something was done and by whom; null when it was not. */
export function stampText(at: string | null, by: string | null): string | null {
  return at && [momentText(at), ...(by ? [actorName(by)] : [])].join(' · ');
}
