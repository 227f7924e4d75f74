import { outsideReader } from '../../platform/threads/index.ts'
import type { ChangePlan } from './change.ts'
import type { DependencyChange } from './change-commands.ts'
import type { SetupOverrides, SetupPlan, SetupTime } from './derive.ts'
import type { NeedFacts } from './needs.ts'
import type { PackageChanges } from './packages.ts'
import type { SetupFiles } from './phases.ts'
import type * as readings from './readings.ts'

// As much as readCommitFiles of execution/packages reads of a commit.
const filesMostBytes = 128 * 2 ** 20
const limits = {
  module: new URL('./readings.ts', import.meta.url),
  mostBytes: filesMostBytes + 2 ** 20,
  answerMostBytes: filesMostBytes + 2 ** 20,
  workMs: 10_000,
}
const threads = {
  setup: outsideReader<typeof readings.setup>({ ...limits, name: 'setup' }),
  change: outsideReader<typeof readings.change>({ ...limits, name: 'change' }),
  needFacts: outsideReader<typeof readings.needFacts>({ ...limits, name: 'needFacts' }),
  packages: outsideReader<typeof readings.packages>({ ...limits, name: 'packages' }),
}

/** `key` is the workspace or the project whose reads take turns. */
interface ReadOptions {
  readonly key: string
  readonly signal?: AbortSignal | undefined
}

/** `deriveSetup` in a thread. A plan is refused where its files take more time or memory than there is. */
export const readSetup = async (
  files: SetupFiles,
  { at, own }: { readonly at: SetupTime; readonly own: SetupOverrides },
  options: ReadOptions,
): Promise<SetupPlan | undefined> => {
  const { value, unread } = await threads.setup({ files, at, own }, options)
  return unread === undefined ? value : unreadSetup
}

/** Why a commit is not built whose files could not be read. */
export const unreadFilesSentence =
  'The files that tell how the repository is built take more time or memory than there is to read them.'

const nothing = { command: '', environment: {} }
const unreadSetup: SetupPlan = {
  managers: [],
  ecosystems: [],
  tools: [],
  files: new Map(),
  fetch: undefined,
  install: nothing,
  later: {},
  runsCode: false,
  isOwn: false,
  asksForNode: false,
  refused: unreadFilesSentence,
}

/** `planChange` in a thread; undefined also if the files take more time or memory than there is. */
export const readChange = async (
  files: SetupFiles,
  wanted: DependencyChange,
  options: ReadOptions,
): Promise<ChangePlan | undefined> => (await threads.change({ files, wanted }, options)).value

/** `needFactsOf` in a thread; undefined if the files take more time or memory than there is. */
export const readNeedFacts = async (files: SetupFiles, options: ReadOptions): Promise<NeedFacts | undefined> =>
  (await threads.needFacts({ files }, options)).value

/** `changedPackages` in a thread; none, and `truncated`, if the files take more time or memory than there is. */
export const readPackageChanges = async (
  before: SetupFiles,
  after: SetupFiles,
  options: ReadOptions,
): Promise<PackageChanges> =>
  (await threads.packages({ before, after }, options)).value ?? { changes: [], truncated: true }
