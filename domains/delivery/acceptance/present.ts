import { createHash } from 'node:crypto'
import { namesOfPeople } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { tasksOfCycle } from '../tasks/index.ts'
import type { CycleRow } from '../cycles/index.ts'
import { isFrozen } from './rules.ts'
import { acceptanceTestsOf } from './store.ts'

export const sha256Of = (content: string): string => createHash('sha256').update(content).digest('hex')

/** True if the acceptance tests of a cycle stay as they are now. */
export const areFrozen = async (tx: Transaction, { id, status, runId, runStartedBy }: CycleRow): Promise<boolean> => {
  const tasks = await tasksOfCycle(tx, id)
  const isBuilt = tasks.some((task) => task.runId === runId && task.headSha !== null)
  return isFrozen({ status, isAdopted: runStartedBy !== null, isBuilt })
}

/** The acceptance tests of a cycle, each with the person who added it. */
export const presentAcceptanceTests = async (tx: Transaction, cycle: CycleRow) => {
  const rows = await acceptanceTestsOf(tx, cycle.id)
  const people = rows.map(({ createdBy }) => createdBy)
  const names = await namesOfPeople(tx, people)
  return {
    files: rows.map(({ path, content, createdBy, createdAt }) => ({
      path,
      content,
      sha256: sha256Of(content),
      givenBy: createdBy,
      givenByName: names.get(createdBy) ?? null,
      givenAt: createdAt,
    })),
    frozen: await areFrozen(tx, cycle),
  }
}
