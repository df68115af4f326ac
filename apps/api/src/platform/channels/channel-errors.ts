import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal } from '../../core/errors.ts';

/** The channel says no (406), for a reason that somebody can do something about; asking again changes nothing. */
export class ChannelRefused extends Refusal {}

/** The channel didn't answer, or is at fault itself: it may be asked again. */
export class ChannelSilent extends Error {
  readonly text: Label;
  constructor(text: Label) {
    super(text.en);
    this.text = text;
  }
}
