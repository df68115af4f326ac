import { fits, keywordForm } from '@xyxlx/contracts/text-forms';

/** A free text of the address; what the wire would refuse is ignored. */
export function readKeyword(text: string): string | undefined {
  const keyword = text.trim();
  return fits(keyword, keywordForm) ? keyword : undefined;
}
