import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Repositories } from '../repositories/index.ts'
import type { SetupPlan } from '../setup/index.ts'
import type { PackageParts } from './parts.ts'
import type { SandboxDriver } from '../sandbox/index.ts'

/** Names under which the two results of a setup are kept. */
export interface SetupKeys {
  readonly fetched: string
  readonly installed: string
}

/** A commit that is set up, with the variables that people declared for its commands. */
interface SetupSource {
  readonly projectId: string
  readonly repositoryId: string
  readonly commit: string
  readonly variables: Readonly<Record<string, string>>
}

/** Where everything that a project's setups made is kept. */
export const setupsOf = (projectId: string): string => `setups/${projectId}`

// Another number for each change in how sets are made or packed.
const version = 6

/**
 * A name for each content: the inputs of the fetch (manifests, lock files, command, programs and their versions,
 * driver), and for the install its command and the declared variables. If an install runs code, its result may come
 * from any file, so the whole tree is in the name: the result of a bad commit is no longer found once the commit is
 * reverted.
 */
export const keysOf = async (
  parts: PackageParts & { readonly repositories: Pick<Repositories, 'treeOf'> },
  { projectId, repositoryId, commit, variables }: SetupSource,
  plan: SetupPlan,
): Promise<SetupKeys> => {
  const tools = await toolchainOf(parts, plan.tools)
  const files = [...plan.files].sort(([one], [other]) => (one < other ? -1 : 1))
  const fetched = hashOf([version, parts.sandboxes.name, tools, plan.fetch, Object.keys(parts.registries), files])
  const tree = plan.runsCode ? await parts.repositories.treeOf(repositoryId, commit) : 'any'
  const installed = hashOf([fetched, plan.install, plan.later, tree, variables])
  const folder = setupsOf(projectId)
  return { fetched: `${folder}/fetched/${fetched}.tar`, installed: `${folder}/installed/${installed}.tar` }
}

/** The hash of everything that an installed base depends on, as 64 hexadecimal digits. */
export const contentHashOf = ({ installed }: Pick<SetupKeys, 'installed'>): string => basename(installed, '.tar')

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const answersOf = new WeakMap<SandboxDriver, Map<string, Promise<string>>>()

/** The output of the given commands, such as `node --version`, in a sandbox of this machine. Runs once per process. */
const toolchainOf = (parts: Pick<PackageParts, 'sandboxes' | 'sandboxLimits'>, tools: readonly string[]) => {
  const answers = answersOf.get(parts.sandboxes) ?? new Map<string, Promise<string>>()
  answersOf.set(parts.sandboxes, answers)
  const script = ['uname -m', ...tools].join('\n')
  const answer = answers.get(script) ?? ask(parts, script)
  answers.set(script, answer)
  answer.catch(() => answers.delete(script))
  return answer
}

const ask = async ({ sandboxes, sandboxLimits }: Pick<PackageParts, 'sandboxes' | 'sandboxLimits'>, script: string) => {
  const sandbox = await sandboxes.open({ id: 'toolchain', limits: sandboxLimits })
  try {
    const { stdout, stderr } = await sandbox.run({ argv: ['sh', '-c', script] })
    return stdout + stderr
  } finally {
    await sandbox.close()
  }
}
