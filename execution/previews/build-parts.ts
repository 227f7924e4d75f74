import type { RecordBuild } from '../packages/index.ts'
import type { ObjectStore } from '../../platform/storage/index.ts'
import type { OutputMask, SandboxDriver, SandboxLimits } from '../sandbox/index.ts'
import type { Ecosystem, SetupPlan } from '../setup/index.ts'
import type { OnLine, PreviewBuild, PreviewPlan } from './preview.ts'

/** Parts of the server that a build works with; those of a cycle fit. */
export interface BuildParts {
  readonly objects: ObjectStore
  readonly sandboxes: SandboxDriver
  readonly socketFolder: string
  readonly egressHosts: readonly string[]
  readonly registries: Readonly<Partial<Record<Ecosystem, string>>>
}

/**
 * The input of a build.
 *
 * - `tree` is a folder with exactly the files of a commit, as the path of a worktree; it is only read.
 * - `folder` is the folder of this build, which must not exist. Its parent folder has to be of mode 0700.
 * - `plan` is by `planPreview`, `setup` by `readSetup` over the same commit; undefined if it has no packages.
 * - `keys` are the names under which fetched and installed packages are stored, those of the project's checks.
 * - `imageHash` is the hash of what a Dockerfile builds; undefined for other kinds.
 * - `environment` is what every command of the build sees.
 * - `limits` are those of its sandboxes; `limits.diskBytes` bounds the build, `limits.wallMs` each command.
 */
export interface BuildInput {
  readonly tree: string
  readonly folder: string
  readonly plan: PreviewPlan
  readonly setup: SetupPlan | undefined
  readonly keys: { readonly fetched: string; readonly installed: string } | undefined
  readonly imageHash?: string | undefined
  readonly environment: Readonly<Record<string, string>>
  readonly limits: SandboxLimits
  readonly mask?: (() => OutputMask) | undefined
  readonly onLine: OnLine
  /** Records the base that is built; left out where builds are not recorded. */
  readonly recordBuild?: RecordBuild | undefined
  readonly signal: AbortSignal
}

/** A build, or a sentence for people that says why there is none; then `folder` is gone. */
export type BuildResult = { readonly build: PreviewBuild } | { readonly failed: string }
