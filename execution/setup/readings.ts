import { planChange } from './change.ts'
import type { DependencyChange } from './change-commands.ts'
import { deriveSetup, type SetupOverrides, type SetupTime } from './derive.ts'
import { needFactsOf } from './needs.ts'
import { changedPackages } from './packages.ts'
import type { SetupFiles } from './phases.ts'

interface CommitFiles {
  readonly files: SetupFiles
}

/** The work of the threads of `in-thread.ts`: reading files of commits, which strangers may have written. */
export const setup = ({ files, at, own }: CommitFiles & { readonly at: SetupTime; readonly own: SetupOverrides }) =>
  deriveSetup(files, at, own)

export const change = ({ files, wanted }: CommitFiles & { readonly wanted: DependencyChange }) =>
  planChange(files, wanted)

export const needFacts = ({ files }: CommitFiles) => needFactsOf(files)

export const packages = ({ before, after }: { readonly before: SetupFiles; readonly after: SetupFiles }) =>
  changedPackages(before, after)
