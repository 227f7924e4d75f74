import { createHash } from 'node:crypto'
import type { SetupPlan } from '../../../../execution/setup/index.ts'
import type { CycleParts } from '../parts.ts'
import type { Work } from '../work.ts'
import { toolchainOf } from './toolchain.ts'

/** Names under which the two results of a setup are kept. */
export interface SetupKeys {
  readonly fetched: string
  readonly installed: string
}

/** Where everything that a project's setups made is kept. */
export const setupsOf = (projectId: string): string => `setups/${projectId}`

// Another number for each change in how sets are made or packed.
const version = 5

/**
 * A name for each content: what the fetch saw (manifests, lock files, command, programs and their versions, driver), and
 * for the install its command and the declared variables. Where an install runs code, its result may come of any file, so the whole tree is in
 * the name: what a bad commit made is not found any more once the commit is reverted.
 */
export const keysOf = async (
  parts: CycleParts,
  { project, repository, environment }: Pick<Work, 'project' | 'repository' | 'environment'>,
  commit: string,
  plan: SetupPlan,
): Promise<SetupKeys> => {
  const tools = await toolchainOf(parts, plan.tools)
  const files = [...plan.files].sort(([one], [other]) => (one < other ? -1 : 1))
  const fetched = hashOf([version, parts.sandboxes.name, tools, plan.fetch, Object.keys(parts.registries), files])
  const tree = plan.runsCode ? await parts.repositories.treeOf(repository.id, commit) : 'any'
  const installed = hashOf([fetched, plan.install, plan.later, tree, environment.variables])
  const folder = setupsOf(project.id)
  return { fetched: `${folder}/fetched/${fetched}.tar`, installed: `${folder}/installed/${installed}.tar` }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
