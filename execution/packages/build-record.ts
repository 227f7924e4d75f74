import type { PhaseEnd } from './run-phase.ts'

/** The result of a build. `error` is a sentence for people, undefined for a build that is ready. */
export interface BuildEnd {
  readonly log: string
  readonly error: string | undefined
}

/** Records the builds of one base: see `imageBuildRecord` of the domain sandboxes. */
export interface BuildRecord {
  /** Records a build while `work` carries it out, and how it ended by `endOf`. Gives the result of `work`. */
  build<T>(work: () => Promise<T>, endOf: (result: T) => BuildEnd): Promise<T>
  /** Records that the base was taken from what is stored. */
  reused(): Promise<void>
}

/** The base of a build. The same `contentHash`, 64 hexadecimal digits, is the same base. */
interface BuiltBase {
  readonly kind: 'packages' | 'dockerfile'
  readonly contentHash: string
}

/** Gives the record of a base; undefined if builds are not recorded. */
export type RecordBuild = (base: BuiltBase) => BuildRecord

/** A record of builds that are installs. */
export interface InstallRecord extends BuildRecord {
  endOf(end: PhaseEnd): BuildEnd
}

/** Records installs by the record of their base. `errorOf` gives the sentence for one that did not pass. */
export const installRecord = (
  record: BuildRecord,
  errorOf: (end: PhaseEnd) => string,
  shown = (log: string): string => log,
): InstallRecord => ({
  ...record,
  endOf: (end) => ({ log: shown(end.log), error: end.outcome === 'passed' ? undefined : errorOf(end) }),
})

/** Records nothing. */
export const unrecorded: BuildRecord = {
  build: (work) => work(),
  reused: async () => {},
}
