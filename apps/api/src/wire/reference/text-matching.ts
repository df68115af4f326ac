/** A short text that a simple pattern matches (characters, classes, groups, counts), or undefined for one that is beyond this. */
export function textMatching(pattern: string): string | undefined {
  let rest = pattern.replace(/^\^|\$$/g, '');

  function sequence(): string {
    let made = '';
    while (rest !== '' && rest[0] !== ')' && rest[0] !== '|') {
      const one = atom();
      made += one.repeat(count());
    }
    return made;
  }

  function atom(): string {
    if (rest[0] === '(') return group();
    if (rest[0] === '[') return classMember();
    if (rest[0] === '\\') return escaped();
    return take(1);
  }

  function group(): string {
    take(rest.startsWith('(?:') ? 3 : 1);
    const first = sequence();
    while (rest[0] === '|') {
      take(1);
      sequence();
    }
    take(1);
    return first;
  }

  function classMember(): string {
    const end = rest.indexOf(']');
    const members = take(end + 1).slice(1, -1);
    if (members.startsWith('^')) return 'a';
    return members.startsWith('\\') ? meaningOf(members[1] as string) : (members[0] as string);
  }

  function escaped(): string {
    return meaningOf(take(2)[1] as string);
  }

  function count(): number {
    const found = /^(?:\{(\d+)(?:,\d*)?\}|[?*+])/.exec(rest);
    if (!found) return 1;
    take(found[0].length);
    return found[1] === undefined ? (found[0] === '+' ? 1 : 0) : Number(found[1]);
  }

  function take(length: number): string {
    const taken = rest.slice(0, length);
    rest = rest.slice(Math.max(length, 1));
    return taken;
  }

  const made = sequence();
  return new RegExp(pattern, 'u').test(made) ? made : undefined;
}

function meaningOf(letter: string): string {
  return { d: '0', w: 'a', s: ' ' }[letter] ?? letter;
}
