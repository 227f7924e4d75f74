import { createHash } from 'node:crypto'
import { keysOf, readCommitFiles, setupFilesOf } from '../../packages/index.ts'
import type { Repositories } from '../../repositories/index.ts'
import type { SandboxLimits } from '../../sandbox/index.ts'
import { readSetup, unreadFilesSentence, type Ecosystem, type SetupOverrides } from '../../setup/index.ts'
import { buildPreview } from './build.ts'
import type { BuildInput, BuildParts, BuildResult } from './build-parts.ts'
import { outsideReader } from '../../../platform/threads/index.ts'
import type { planCommit } from '../plans/plan.ts'
import { previewFilesAmong } from '../plans/plan-files.ts'
import type { NoPreview, PreviewOverride, PreviewPlan } from '../preview.ts'

interface CommitParts extends BuildParts {
  readonly repositories: Pick<Repositories, 'pathsOf' | 'readFile' | 'treeOf' | 'worktrees'>
  readonly limits: SandboxLimits
}

/**
 * A commit to build. `folder` belongs to the build; `worktreeName` is only for this attempt. `variables` are plain
 * variables that people declared: a build gets no secret. `setup` are the project's own commands for packages.
 */
export interface CommitInput extends Pick<BuildInput, 'folder' | 'onLine' | 'recordBuild' | 'signal'> {
  readonly projectId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly worktreeName: string
  readonly override: PreviewOverride
  readonly setup: Pick<SetupOverrides, 'fetch' | 'setup'>
  readonly variables: Readonly<Record<string, string>>
}

export type CommitResult =
  | ({ readonly plan: PreviewPlan } & Extract<BuildResult, { readonly build: unknown }>)
  | Extract<BuildResult, { readonly failed: string }>

/** Plans and builds an exact commit, checked out like the commits of checks. */
export const buildCommit = async (parts: CommitParts, input: CommitInput): Promise<CommitResult> => {
  const { repositoryId, commitSha: commit, signal } = input
  const { worktrees } = parts.repositories
  const plan = await planOf(parts, input)
  if ('refused' in plan) return { failed: plan.refused }
  const packages = await packagesOf(parts, input, plan)
  if ('refused' in packages) return { failed: packages.refused }
  const worktree = await worktrees.acquire(repositoryId, { commit, name: input.worktreeName, signal })
  try {
    const result = await buildPreview(parts, {
      tree: worktree.path,
      folder: input.folder,
      plan,
      ...packages,
      environment: input.variables,
      limits: parts.limits,
      onLine: input.onLine,
      recordBuild: input.recordBuild,
      signal,
    })
    return 'failed' in result ? result : { ...result, plan }
  } finally {
    await worktrees.release(worktree)
  }
}

const readPlan = outsideReader<typeof planCommit>({
  module: new URL('../plans/plan.ts', import.meta.url),
  name: 'planCommit',
  mostBytes: 64 * 2 ** 20,
})

const planOf = async (
  parts: CommitParts,
  { projectId, repositoryId, commitSha: commit, override, signal }: CommitInput,
): Promise<PreviewPlan | NoPreview> => {
  const paths = await parts.repositories.pathsOf(repositoryId, commit)
  const read = await readCommitFiles(parts, { repositoryId, commit }, previewFilesAmong(paths))
  const texts = new Map([...read].map(([path, text]) => [path, Buffer.from(text, 'latin1').toString('utf8')]))
  const input = { files: { paths, texts }, override, buildsImages: parts.sandboxes.images !== undefined }
  return (await readPlan(input, { key: projectId, signal })).value ?? { refused: unreadFilesSentence }
}

/** The setup of a commit with the names of its stored packages; a site that is not built needs none. */
const packagesOf = async (
  parts: CommitParts,
  { projectId, repositoryId, commitSha: commit, override, setup, variables, signal }: CommitInput,
  plan: PreviewPlan,
): Promise<Pick<BuildInput, 'setup' | 'keys' | 'imageHash'> | NoPreview> => {
  const nothing = { setup: undefined, keys: undefined }
  if (plan.kind === 'dockerfile')
    return { ...nothing, imageHash: imageHashOf(await parts.repositories.treeOf(repositoryId, commit)) }
  if (plan.build.length === 0 && plan.start === null) return nothing
  const at = { day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), node: { machine: process.versions.node } }
  const own = { ...setup, ecosystems: ecosystemsFor(plan, { ...override, ...setup }) }
  const files = await setupFilesOf(parts, { repositoryId, commit })
  const derived = await readSetup(files, { at, own }, { key: projectId, signal })
  if (derived === undefined) return nothing
  if (derived.refused !== undefined) return { refused: derived.refused }
  const source = { projectId, repositoryId, commit, variables }
  return { setup: derived, keys: await keysOf({ ...parts, sandboxLimits: parts.limits }, source, derived) }
}

/** Every file of a commit may be part of its image. */
const imageHashOf = (tree: string) => createHash('sha256').update(`dockerfile ${tree}`).digest('hex')

type OwnCommands = Pick<PreviewOverride, 'build' | 'start'> & Pick<SetupOverrides, 'fetch' | 'setup'>

/** The ecosystems that a build needs: a site in Node does without Python. The project's own commands may use all. */
const ecosystemsFor = (
  { kind, build }: PreviewPlan,
  { build: ownBuild, start, fetch, setup }: OwnCommands,
): readonly Ecosystem[] | undefined => {
  if ([ownBuild, start, fetch, setup].some((command) => command !== undefined)) return undefined
  if (kind !== 'python') return ['npm']
  return build.length === 0 ? ['pypi'] : ['npm', 'pypi']
}
