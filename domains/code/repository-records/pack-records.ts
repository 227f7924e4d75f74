import type { PackRecords } from '../../../execution/repositories/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { announceObjects } from '../../../platform/removals/index.ts'
import { recordPacks, replacePacks } from './record-packs.ts'
import { markPacksPruned, objectsOf, packsOf, renewPacks } from './store-packs.ts'
import { workspaceOfRepository } from './store-repositories.ts'

/** The rows of the packs of all repositories. */
export const openPackRecords = (database: Pick<Database, 'identity' | 'within'>): PackRecords => {
  const workspaceOf = async (repositoryId: string) => {
    const workspace = await database.identity((tx) => workspaceOfRepository(tx, repositoryId))
    if (workspace === undefined) throw new Error(`No workspace has the repository ${repositoryId}`)
    return workspace
  }
  /** Runs `work`; false, without a change, if it ends with a `PackGone`. */
  const unlessGone = async (workspace: string, work: (tx: Transaction) => Promise<void>): Promise<boolean> => {
    try {
      await database.within(workspace, work)
      return true
    } catch (error) {
      if (error instanceof PackGone) return false
      throw error
    }
  }
  return {
    of: (repositoryId) => database.identity((tx) => packsOf(tx, { repositoryId })),
    workspaceOf,
    announce: async ({ workspace, repositoryId }, packs) => {
      await database.within(workspace, (tx) => announceObjects(tx, { keys: objectsOf(repositoryId, packs) }))
    },
    add: ({ workspace, repositoryId }, packs, known) =>
      unlessGone(workspace, async (tx) => {
        await recordPacks(tx, repositoryId, packs)
        if (known.length > 0 && !(await renewPacks(tx, repositoryId, known))) throw new PackGone()
      }),
    replace: ({ workspace, repositoryId }, change) =>
      unlessGone(workspace, async (tx) => {
        if (!(await replacePacks(tx, repositoryId, change))) throw new PackGone()
      }),
    markPruned: async (repositoryId, names) => {
      await database.within(await workspaceOf(repositoryId), (tx) => markPacksPruned(tx, { repositoryId, names }))
    },
  }
}

/** Ends a transaction about packs that a replacement was faster than. */
class PackGone extends Error {}
