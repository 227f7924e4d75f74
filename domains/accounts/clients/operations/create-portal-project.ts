import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { lockPlaces } from '../accounts/store-places.ts'
import { placeProject } from '../accounts/store.ts'
import { putGrant } from '../accounts/store-grants.ts'
import { firstFreeName, insertProject, lockNames, namesFor } from '../../../code/projects/index.ts'
import { createPortalProject } from '../contract/portals.ts'
import { placesOf } from '../portals/portal.ts'
import { proposalNames, proposalOf } from '../rules/portals.ts'
import { nameOf } from '../portals/store-people.ts'

export default handle(createPortalProject, async ({ tx, caller, body, now, fail, absent, invalid, created }) => {
  const { userId, role } = caller
  if (role !== 'client') return fail.notGranted()
  await lockPlaces(tx, userId)
  const places = (await placesOf(tx, userId)) ?? fail.notGranted()
  const proposal = proposalOf({ ...places, named: body.clientAccountId })
  if (proposal === 'absent') return absent()
  if (proposal === 'notGranted') return fail.notGranted()
  if (proposal === 'ambiguous')
    return invalid([
      { path: 'clientAccountId', message: 'is needed: you may create projects in several', rule: 'required' },
    ])
  const [accountId, label] =
    proposal === 'agency' ? [null, await nameOf(tx, userId)] : [proposal.clientAccountId, proposal.name]
  const names = proposalNames(namesFor(body.name ?? body.brief), label)
  const added = { id: uuidv7(), brief: body.brief, createdAt: now, createdBy: userId }
  const project = await insertFirstFree(tx, added, names)
  if (accountId) await placeProject(tx, project.id, accountId)
  await putGrant(tx, { userId, accountId }, project.id, 'steer', now)
  return created(
    {
      id: project.id,
      name: project.name,
      brief: body.brief,
      clientAccountId: accountId,
      canSteer: true,
      createdAt: now,
    },
    {
      resource: ['project', project.id],
      within: { projectId: project.id },
      metadata: { name: project.name, projectId: project.id, ...(accountId && { clientAccountId: accountId }) },
    },
  )
})

type Added = Omit<Parameters<typeof insertProject>[1], 'name'>

const insertFirstFree = async (tx: Transaction, added: Added, names: readonly string[]) => {
  await lockNames(tx)
  const name = (await firstFreeName(tx, names)) ?? `${names[0]} ${added.id.slice(-8)}`
  const project = await insertProject(tx, { ...added, name })
  if (project) return project
  throw new Error(`The name of the project ${added.id} is taken although it was free`)
}
