import { randomUUID } from 'node:crypto'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { bundleKey } from './present.ts'
import { claimImport, importOfId, rejectImport, renewClaim, resetImport } from './store.ts'
import type { ImportRejection, ImportRow } from './tables.ts'

// A holder that died gives way after this time; one that is alive renews its claim for as long as it takes.
const claimSeconds = 10
const renewEveryMs = 2_500

export interface ClaimParts {
  readonly database: Database
  readonly engine: Engine
  readonly repositories: Repositories
  readonly objects: ObjectStore
}

/** One request's hold on the finalizing of one import, with the sandbox slot that it needs. */
export interface Claim {
  readonly id: string
  readonly workspace: string
  readonly session: ImportRow
  readonly slot: string
  /** The repository that comes into being; removed again where the import does not. */
  readonly repositoryId: string
}

/** A claim, the instance's budget where no slot is free, or undefined where another request holds the claim. */
export const takeClaim = (parts: ClaimParts, workspace: string, session: ImportRow, repositoryId: string) =>
  parts.database.within(workspace, async (tx): Promise<Claim | { active: number; limit: number } | undefined> => {
    const id = randomUUID()
    if (!(await claimImport(tx, session.id, id, claimSeconds))) return undefined
    const slot = await parts.engine.slots.take(tx)
    if ('slot' in slot) return { id, workspace, session, slot: slot.slot, repositoryId }
    await resetImport(tx, session.id, id, 'uploaded')
    return slot
  })

/** Carries out what the claim is for; whatever goes wrong, nothing of it remains and the session can be used again. */
export const underClaim = async <T>(parts: ClaimParts, claim: Claim, work: () => Promise<T>): Promise<T> => {
  const renewing = setInterval(() => void renew(parts, claim).catch(() => undefined), renewEveryMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    const session = await giveBack(parts, claim)
    // A commit may have arrived although its answer was lost: the row decides whose repository this is.
    if (session?.status !== 'finalized') await parts.repositories.remove(claim.repositoryId)
  }
}

const renew = ({ database }: ClaimParts, { workspace, session, id }: Claim) =>
  database.within(workspace, (tx) => renewClaim(tx, session.id, id, claimSeconds))

/** The reset waits for a commit that is still on its way, so that what is read after it is final. */
const giveBack = async ({ database, engine }: ClaimParts, { workspace, slot, session, id }: Claim) => {
  try {
    return await database.within(workspace, async (tx) => {
      await engine.slots.free(tx, slot)
      await resetImport(tx, session.id, id, 'uploaded')
      return importOfId(tx, session.id)
    })
  } catch (error) {
    engine.slots.abandon(slot)
    throw error
  }
}

/** Takes the session back to accepting: the store has lost the bundle, and it has to come again. */
export const dropBundle = async (parts: ClaimParts, { workspace, session, id }: Claim): Promise<void> => {
  await parts.database.within(workspace, (tx) => resetImport(tx, session.id, id, 'accepting'))
  await parts.objects.remove(bundleKey(session.id))
}

/** Ends the session: what was declared with it cannot be imported, and no other bundle would be what was declared. */
export const endRejected = async (parts: ClaimParts, claim: Claim, rejection: ImportRejection): Promise<void> => {
  const { workspace, session, id } = claim
  await parts.database.within(workspace, (tx) => rejectImport(tx, session.id, id, rejection))
  await parts.objects.remove(bundleKey(session.id))
}
