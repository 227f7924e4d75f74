import type { Transaction } from '../../../platform/db/transaction.ts'
import { headOf } from './rules/skills.ts'
import { copiedSkills, skills, toolServers } from './store.ts'

export { copiedToolServers as toolServersOfRun } from './store.ts'

/** Copies the project's skills and tool servers to a run: later changes are for later runs. */
export const copyResources = async (tx: Transaction, projectId: string, runId: string): Promise<void> => {
  await skills.copy(tx, projectId, runId)
  await toolServers.copy(tx, projectId, runId)
}

/** Deletes the contents of an ended run's copies; names and hashes stay. */
export const deleteCopiedContents = async (tx: Transaction, runId: string): Promise<void> => {
  await skills.deleteContents(tx, runId)
  await toolServers.deleteContents(tx, runId)
}

/** Returns the names and hashes of the skills and tool servers that a run received. */
export const resourcesOfRun = async (tx: Transaction, runId: string) => ({
  skills: (await skills.copied(tx, runId)).map(({ key, sha256 }) => ({ slug: key, contentSha256: sha256 })),
  toolServers: (await toolServers.copied(tx, runId)).map(({ key, sha256 }) => ({ name: key, configSha256: sha256 })),
})

/** A skill as an agent gets it. */
interface RunSkill {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly content: string
}

/** Returns the skills that a run received when it was planned; none once the run has ended. */
export const skillsOfRun = async (tx: Transaction, runId: string): Promise<RunSkill[]> =>
  (await copiedSkills(tx, runId)).map(({ slug, content }) => ({ slug, ...headOf(slug, content), content }))
