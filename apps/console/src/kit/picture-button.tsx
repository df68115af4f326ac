import { Button, Flex } from 'antd';
import { useRef } from 'react';
import { notify } from '../lib/notify.ts';

interface PictureButtonProps {
  /** The media types that are taken. */
  accepted: readonly string[];
  maxBytes: number;
  words: { upload: string; limits: string; wrongType: string; tooLarge: string };
  isPending: boolean;
  onPick(file: File): void;
}

/** A button that takes a picture of a few types up to a size, and says which below it. */
export function PictureButton({ accepted, maxBytes, words, isPending, onPick }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  function pick(file: File | undefined): void {
    // The same file can be chosen again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!accepted.includes(file.type)) notify('info', words.wrongType);
    else if (file.size > maxBytes) notify('info', words.tooLarge);
    else onPick(file);
  }

  return (
    <Flex vertical gap={4}>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="picture-file"
        accept={accepted.join()}
        onChange={(event) => pick(event.target.files?.[0])}
      />
      <span>
        <Button loading={isPending} onClick={() => input.current?.click()}>
          {words.upload}
        </Button>
      </span>
      <span style={{ color: 'var(--ink-soft)' }}>{words.limits}</span>
    </Flex>
  );
}
