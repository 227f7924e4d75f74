import type { PhaseEnd } from './run-phase.ts'

/** The result of a build. `error` is a sentence for people, undefined for a build that is ready. */
export interface BuildEnd {
  readonly log: string
  readonly error: string | undefined
}

/** Records the builds for a base: see `imageBuildRecord` of the domain sandboxes. */
export interface BuildRecord {
  /** Records a build while `work` carries it out, and how it ended by `endOf`. Returns the result of `work`. */
  build<T>(work: () => Promise<T>, endOf: (result: T) => BuildEnd): Promise<T>
  /** Records that the base was taken from the store. */
  reused(): Promise<void>
}

/** The base of a build. Bases with equal `contentHash`, 64 hexadecimal digits, are equal. */
interface BuiltBase {
  readonly kind: 'packages' | 'dockerfile'
  readonly contentHash: string
}

/** Returns the record of a base; undefined if builds are not recorded. */
export type RecordBuild = (base: BuiltBase) => BuildRecord

/** A record of builds that are installs. */
export interface InstallRecord extends BuildRecord {
  endOf(end: PhaseEnd): BuildEnd
}

/** Records installs by the record of their base. `errorOf` returns the sentence for a failed install. */
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
