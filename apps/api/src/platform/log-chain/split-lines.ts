/** The whole lines of a stream, without their ends; what follows the last end is not one. */
export async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const piece = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let begin = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, begin)) {
      yield piece.subarray(begin, end);
      begin = end + 1;
    }
    rest = piece.subarray(begin);
  }
}
