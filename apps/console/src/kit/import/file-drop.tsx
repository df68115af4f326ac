import { type DragEvent, type ReactNode, useRef, useState } from 'react';

interface FileDropProps {
  className?: string | undefined;
  /** Endings, such as `.xlsx,.csv`. */
  accept: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** Takes one file by click or by drop. */
export function FileDrop({ className, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(file: File | undefined): void {
    // The same file can be chosen again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (file) onFile(file);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        // A form of antd would show it in spite of `hidden`.
        style={{ display: 'none' }}
        accept={accept}
        onChange={(event) => take(event.target.files?.[0])}
      />
      <button
        type="button"
        className={className}
        data-over={isOver}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
      </button>
    </>
  );
}
