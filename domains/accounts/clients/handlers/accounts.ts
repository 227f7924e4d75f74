import { v7 as uuidv7 } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../../platform/contract/index.ts'
import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { joinAccount, accountProjectPage, leaveAccount } from '../../../code/projects/index.ts'
import * as accountsContract from '../contract/accounts.ts'
import type { ClientAccountProject, ClientAccountSummary } from '../contract/accounts.ts'
import * as store from '../store-accounts.ts'
import { endInvitations } from '../store-portals.ts'
import { leaveIfWithoutAccess, lockClient, seatHolders, deleteSeat } from '../store-seats.ts'

const addClientAccountProject = handle(
  accountsContract.addClientAccountProject,
  async ({ tx, params, fail, absent, ok }) => {
    const account = (await store.shareLockAccount(tx, { id: params.id })) ?? fail.accountArchived()
    const joined = (await joinAccount(tx, params.projectId, account.id)) ?? absent()
    if (joined === 'ofAnotherAccount') return fail.ofAnotherAccount()
    const { project, isRepeated: repeated } = joined
    return ok(presentAccountProject(project), {
      resource: ['client_account', account.id],
      metadata: { projectId: project.id },
      within: { projectId: project.id },
      ...(repeated && { repeated }),
    })
  },
)

const archiveClientAccount = handle(
  accountsContract.archiveClientAccount,
  async ({ tx, workspace, params, caller, now, fail, absent, ok }) => {
    const { id } = (await store.lockAccount(tx, { id: params.id })) ?? absent()
    const archived = (await store.archiveAccount(tx, { id, now, userId: caller.userId })) ?? fail.accountArchived()
    await endInvitations(tx, { accountId: id, now, userId: caller.userId, emailNormal: null })
    const userIds = await seatHolders(tx, id)
    for (const userId of userIds) await endSeat(tx, id, userId)
    if (userIds.length > 0) revoke(tx, { userIds, workspaceId: workspace })
    return ok(archived, {
      resource: ['client_account', id],
      metadata: { name: archived.name, seats: userIds.length },
    })
  },
)

const endSeat = async (tx: Transaction, accountId: string, userId: string) => {
  await lockClient(tx, { userId })
  await deleteSeat(tx, { accountId, userId })
  await leaveIfWithoutAccess(tx, userId)
}

const createClientAccount = handle(
  accountsContract.createClientAccount,
  async ({ tx, caller, body, now, fail, created }) => {
    await store.lockNames(tx)
    const id = uuidv7()
    if (await store.isNameTaken(tx, { name: body.name, by: id })) return fail.nameTaken()
    const account = await store.insertAccount(tx, { id, ...body, createdAt: now, createdBy: caller.userId })
    return created(account, { resource: ['client_account', account.id], metadata: { name: account.name } })
  },
)

const getClientAccount = handle(accountsContract.getClientAccount, async ({ tx, params, absent, ok }) =>
  ok(presentAccountSummary((await store.accountSummary(tx, { id: params.id })) ?? absent())),
)

const listClientAccountProjects = handle(
  accountsContract.listClientAccountProjects,
  async ({ tx, params, query, next, ok }) => {
    const page = await accountProjectPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows.map(presentAccountProject))
  },
)

const listClientAccounts = handle(accountsContract.listClientAccounts, async ({ tx, caller, query, next, ok }) => {
  // A key that names projects reaches no account, so its list is empty.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, archived = false } = query
  const page = await store.accountPage(tx, cursorOf(cursor), limit, archived)
  next(page.next)
  return ok(page.rows.map(presentAccountSummary))
})

const removeClientAccountProject = handle(
  accountsContract.removeClientAccountProject,
  async ({ tx, workspace, params, absent, ok }) => {
    const { id: accountId } = params
    const { project, userIds } = (await leaveAccount(tx, params.projectId, accountId)) ?? absent()
    if (userIds.length > 0) revoke(tx, { userIds, workspaceId: workspace })
    return ok(
      { message: `${project.name} belongs to no client account now.` },
      {
        resource: ['client_account', accountId],
        metadata: { projectId: project.id, grants: userIds.length },
        within: { projectId: project.id },
      },
    )
  },
)

const updateClientAccount = handle(
  accountsContract.updateClientAccount,
  async ({ tx, params, body, now, fail, absent, invalid, ok }) => {
    const account = (await store.lockAccount(tx, { id: params.id })) ?? absent()
    if (account.archivedAt) return fail.accountArchived()
    const faults = faultsOfName('name', body.name, [account.name])
    if (faults.length > 0) return invalid(faults)
    const { name = account.name } = body
    if (name !== account.name && (await isTaken(tx, name, account.id))) return fail.nameTaken()
    const updated = (await store.updateAccount(tx, { ...account, ...body, updatedAt: now })) ?? fail.accountArchived()
    return ok(updated, { resource: ['client_account', updated.id], metadata: { fields: Object.keys(body) } })
  },
)

const isTaken = async (tx: Transaction, name: string, by: string) => {
  await store.lockNames(tx)
  return store.isNameTaken(tx, { name, by })
}

const presentAccountSummary = ({
  members,
  projects,
  ...account
}: store.SummaryRow): Static<typeof ClientAccountSummary> => ({ ...account, counts: { members, projects } })

const presentAccountProject = ({ id, name, createdAt }: Static<typeof ClientAccountProject>) => ({
  id,
  name,
  createdAt,
})

export default {
  addClientAccountProject,
  archiveClientAccount,
  createClientAccount,
  getClientAccount,
  listClientAccountProjects,
  listClientAccounts,
  removeClientAccountProject,
  updateClientAccount,
}
