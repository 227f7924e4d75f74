import { Readable } from 'node:stream'
import { revoke } from '../../../../platform/access/index.ts'
import { type AuditEntry, record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeMailTo } from '../../../../platform/mail/index.ts'
import type { Person } from '../../../domain.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import {
  lockMembersOf,
  soleOwnerships,
  workspacesOf,
  membershipsOfPerson,
  type MembershipRow,
} from '../../workspaces/index.ts'
import * as ownDataContract from '../contract/own-data.ts'
import { isFreshSession, removeWaysIn, requestErasure } from '../store-erasure.ts'
import { formerNamesOf } from '../store-me.ts'

// Nothing of the person opens a door once this commits; what workspaces hold is erased by jobs/erase-people.ts.
const erasePerson = handle(
  ownDataContract.erasePerson,
  async ({ tx, caller: { userId, credentialId }, fail, accepted }) => {
    if (!(await isFreshSession(tx, credentialId, userId))) return fail.notFresh()
    await lockMembersOf(tx, await workspacesOf(tx, userId))
    const workspaceIds = await soleOwnerships(tx, userId)
    if (workspaceIds.length > 0) return fail.lastOwner({ workspaceIds })
    const { email, requestedAt } = await requestErasure(tx, userId)
    await removeWaysIn(tx, userId, email!)
    const former = await formerNamesOf(tx, { userId })
    for (const address of [email!, ...former.map((each) => each.email)]) if (address) await removeMailTo(tx, address)
    revoke(tx, { userIds: [userId] })
    return accepted({ userId, requestedAt })
  },
)

interface Parts {
  readonly database: Database
  readonly everyDomain: EveryDomain
}

// Each workspace has a row about the export before its first byte leaves.
const exportPerson = (parts: Parts) =>
  handle(ownDataContract.exportPerson, async ({ caller, traceId, now, ok }) => {
    const { database } = parts
    const { userId, actor, source } = caller
    const memberships = await database.identity((tx) => membershipsOfPerson(tx, { userId }))
    const event = { action: 'person.export', category: 'export', outcome: 'success' } as const
    const entry: AuditEntry = { ...event, traceId, actor, source, resource: ['person', userId] }
    for (const { workspaceId } of memberships) await database.within(workspaceId, async (tx) => record(tx, entry))
    const { name, email } = caller.person!
    return ok(Readable.from(documentOf(parts, { userId, name, email }, memberships, now)))
  })

async function* documentOf(parts: Parts, person: Person, memberships: readonly MembershipRow[], now: Date) {
  const { database, everyDomain } = parts
  const own = await database.identity((tx) => everyDomain.exportPerson(tx, person))
  yield `${JSON.stringify({ exportedAt: now, ...own }).slice(0, -1)},"workspaces":[`
  for (const [at, membership] of memberships.entries()) {
    const [held, others] = await database.reading(membership.workspaceId, async (tx) => [
      await everyDomain.exportPersonIn(tx, person),
      await everyDomain.actorIdsIn(tx, person),
    ])
    yield `${at === 0 ? '' : ','}\n${JSON.stringify({ ...membership, ...held }).slice(0, -1)}`
    yield* listsOf(parts, membership.workspaceId, [person.userId, ...others])
    yield '}'
  }
  yield ']}\n'
}

const pageSize = 500
type Row = Readonly<Record<string, unknown>>

/** The lists that are too long for one read, each as one more field: page after page, for one actor after another. */
async function* listsOf({ database, everyDomain }: Parts, workspace: string, actorIds: readonly string[]) {
  for (const [name, pageOf] of Object.entries(everyDomain.lists)) {
    let isFirst = true
    yield `,${JSON.stringify(name)}:[`
    for (const actorId of actorIds) {
      let last: Row | undefined
      do {
        const rows: readonly Row[] = await database.reading(workspace, (tx) => pageOf(tx, actorId, last, pageSize))
        if (rows.length > 0) yield `${isFirst ? '' : ','}${rows.map((row) => `\n${JSON.stringify(row)}`).join(',')}`
        isFirst &&= rows.length === 0
        last = rows.length === pageSize ? rows.at(-1) : undefined
      } while (last)
    }
    yield ']'
  }
}

export default (parts: Parts) => ({ erasePerson, exportPerson: exportPerson(parts) })
