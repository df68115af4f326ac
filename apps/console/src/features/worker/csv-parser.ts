/** Splits CSV text that arrives in pieces into rows; quotes may hold commas, quotes and line ends. */
export function createCsvParser(onRow: (cells: string[]) => void) {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  // The last quote ended the cell, unless another one follows and makes it a quote in the text.
  let wasQuote = false;
  let wasReturn = false;

  function endCell(): void {
    cells.push(cell);
    cell = '';
    wasQuote = false;
  }

  function endRow(): void {
    const isBlank = cells.length === 0 && cell === '';
    endCell();
    if (!isBlank) onRow(cells);
    cells = [];
  }

  function take(char: string): void {
    if (isQuoted) {
      if (char === '"') {
        isQuoted = false;
        wasQuote = true;
      } else cell += char;
      return;
    }
    const isSecondOfLineEnd = char === '\n' && wasReturn;
    wasReturn = char === '\r';
    if (char === '"' && wasQuote) {
      cell += '"';
      isQuoted = true;
      wasQuote = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === ',') endCell();
    else if (char === '\r' || char === '\n') {
      if (!isSecondOfLineEnd) endRow();
    } else cell += char;
  }

  return {
    push(text: string): void {
      for (const char of text) take(char);
    },
    /** Hands over a last row without a line end. */
    end(): void {
      if (cells.length > 0 || cell !== '') endRow();
    },
  };
}
