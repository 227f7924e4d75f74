import { keysOf, readCommitFiles, setupFilesOf } from '../packages/index.ts'
import type { Repositories } from '../repositories/index.ts'
import type { SandboxLimits } from '../sandbox/index.ts'
import { deriveSetup, type SetupOverrides, type SetupPlan } from '../setup/index.ts'
import { buildPreview } from './build.ts'
import type { BuildParts, BuildResult } from './build-parts.ts'
import { planPreview } from './plan.ts'
import { previewFilesAmong } from './plan-files.ts'
import type { OnLine, PreviewOverride, PreviewPlan } from './preview.ts'

export interface CommitParts extends BuildParts {
  readonly repositories: Pick<Repositories, 'pathsOf' | 'readFile' | 'treeOf' | 'worktrees'>
  readonly limits: SandboxLimits
}

/**
 * A commit to build. `folder` is that of the build; `worktreeName` is for this attempt alone. `variables` are plain ones
 * that people declared: a build gets no secret. `setup` are the project's own commands for packages.
 */
export interface CommitInput {
  readonly projectId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly folder: string
  readonly worktreeName: string
  readonly override: PreviewOverride
  readonly setup: SetupOverrides
  readonly variables: Readonly<Record<string, string>>
  readonly onLine: OnLine
  readonly signal: AbortSignal
}

export type CommitResult =
  | ({ readonly plan: PreviewPlan } & Extract<BuildResult, { readonly build: unknown }>)
  | Extract<BuildResult, { readonly failed: string }>

/** Plans and builds an exact commit, checked out as those of checks are. */
export const buildCommit = async (parts: CommitParts, input: CommitInput): Promise<CommitResult> => {
  const { repositoryId, commitSha: commit, signal } = input
  const { worktrees } = parts.repositories
  const plan = await planOf(parts, input)
  if ('refused' in plan) return { failed: plan.refused }
  const packages = await packagesOf(parts, input, plan)
  const worktree = await worktrees.acquire(repositoryId, { commit, name: input.worktreeName, signal })
  try {
    const built = await buildPreview(parts, {
      tree: worktree.path,
      folder: input.folder,
      plan,
      ...packages,
      environment: input.variables,
      limits: parts.limits,
      onLine: input.onLine,
      signal,
    })
    return 'failed' in built ? built : { ...built, plan }
  } finally {
    await worktrees.release(worktree)
  }
}

const planOf = async (parts: CommitParts, { repositoryId, commitSha: commit, override }: CommitInput) => {
  const paths = await parts.repositories.pathsOf(repositoryId, commit)
  const read = await readCommitFiles(parts, { repositoryId, commit }, previewFilesAmong(paths))
  const texts = new Map([...read].map(([path, text]) => [path, Buffer.from(text, 'latin1').toString('utf8')]))
  return planPreview({ paths, texts }, override)
}

/** The setup of a commit with the names of its stored packages; a site that is not built needs none. */
const packagesOf = async (
  parts: CommitParts,
  { projectId, repositoryId, commitSha: commit, setup: own, variables }: CommitInput,
  { build, start }: PreviewPlan,
) => {
  const nothing = { setup: undefined, keys: undefined }
  if (build.length === 0 && start === null) return nothing
  const at = { day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), node: { machine: process.versions.node } }
  const setup: SetupPlan | undefined = deriveSetup(await setupFilesOf(parts, { repositoryId, commit }), at, own)
  if (setup === undefined) return nothing
  const source = { projectId, repositoryId, commit, variables }
  return { setup, keys: await keysOf({ ...parts, sandboxLimits: parts.limits }, source, setup) }
}
