import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Walks along every endpoint, which take minutes each: begun last, as the short files that they are, one of them keeps a core busy and the others idle. */
const long = /\/(tenant-wall-\w+|data-scope)\.test\.ts$/;

/** vitest's own order, but for what takes longest, which its project begins with. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted.filter(({ moduleId }) => long.test(moduleId));
    const others = sorted.filter((file) => !first.includes(file));
    const at = others.findIndex(({ project }) => project === first[0]?.project);
    return others.toSpliced(Math.max(at, 0), 0, ...first);
  }
}
