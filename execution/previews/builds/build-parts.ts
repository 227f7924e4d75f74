import type { RecordBuild } from '../../packages/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { OutputMask, SandboxDriver, SandboxLimits } from '../../sandbox/index.ts'
import type { Ecosystem, SetupPlan } from '../../setup/index.ts'
import type { OnLine, PreviewBuild, PreviewPlan } from '../preview.ts'

/** Parts of the server that a build uses; the parts of a cycle fit. */
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
 * - `keys` are the names under which fetched and installed packages are stored, the keys of the project's checks.
 * - `imageHash` is the hash of a Dockerfile's result; undefined for other kinds.
 * - `environment` is seen by every command of the build.
 * - `limits` apply to its sandboxes; `limits.diskBytes` bounds the build, `limits.wallMs` each command.
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

/** A build, or a sentence for people with the reason why there is no build; then `folder` no longer exists. */
export type BuildResult = { readonly build: PreviewBuild } | { readonly failed: string }
