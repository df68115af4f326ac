/** A value that is JSON already and goes out as it is, instead of being parsed, copied and written again. */
export class JsonText<T> {
  readonly text: string;
  /** Holds `T`, which is nowhere else in it. */
  declare readonly type: T;

  constructor(text: string) {
    this.text = text;
  }

  /** The value itself, for further work with it. */
  parse(): T {
    return JSON.parse(this.text);
  }
}
