import { v7 as uuidv7, validate } from 'uuid'
import { closedPlaces, revoke } from '../../../../platform/access/index.ts'
import { openLedger } from '../../../../platform/audit/index.ts'
import { pageMost } from '../../../../platform/contract/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { ownMemberships } from '../../workspaces/index.ts'
import { recordAccountEvent, type AccountEventParts } from '../account-events.ts'
import * as lettersContract from '../contract/letters.ts'
import * as meContract from '../contract/me.ts'
import * as preferencesContract from '../contract/preferences.ts'
import { enterWorkspace } from '../enter-workspace.ts'
import type { LetterTokens } from '../letter-tokens.ts'
import { workspaceNameOf } from '../rules/me.ts'
import { letterSettingsOf, changeLetterSettings } from '../store-letters.ts'
import * as store from '../store-me.ts'

const getMe = handle(meContract.getMe, async ({ tx, caller, ok }) => {
  const { userId: id, credentialId, person } = caller
  const { name, email, isVerified } = person!
  const [places, closed, { activeWorkspaceId, passkeys }] = await Promise.all([
    ownMemberships(tx, { userId: id }),
    closedPlaces(tx, credentialId),
    store.sessionDetailsOf(tx, { sessionId: credentialId, userId: id }),
  ])
  const workspaces = places.map((place) => ({ ...place, isClosed: closed.includes(place.id) }))
  return ok({ id, name, email, emailVerified: isVerified, activeWorkspaceId, workspaces, passkeys })
})

// The workspace first, then its ledger and row: after a crash in between the repeat finds it, and writes both.
const initializeMyWorkspace = ({ database }: { readonly database: Database }) =>
  handle(meContract.initializeMyWorkspace, async ({ caller, fail, commitIn }) => {
    const { userId, credentialId, person } = caller
    if (!person!.isVerified) return fail.emailNotVerified()
    const membership = await database.identity(async (tx) => {
      const own = await store.ownWorkspace(tx, userId, { id: uuidv7(), name: workspaceNameOf(person!.name) })
      const { activeWorkspaceId } = await store.sessionDetailsOf(tx, { sessionId: credentialId, userId })
      if (activeWorkspaceId === null)
        await store.chooseWorkspace(tx, { sessionId: credentialId, userId, workspaceId: own.id })
      revoke(tx, { userIds: [userId] })
      return own
    })
    return commitIn(membership.id, async ({ tx, ok }) => {
      const isFirst = await openLedger(tx, membership.id)
      return ok(membership, { resource: ['workspace', membership.id], ...(!isFirst && { repeated: true }) })
    })
  })

const listMySessions = handle(meContract.listMySessions, async ({ tx, caller, query, next, ok }) => {
  const page = await store.sessionPage(tx, caller.userId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map((row) => ({ ...row, isCurrent: row.id === caller.credentialId })))
})

const revokeMySession = (parts: AccountEventParts) =>
  handle(
    meContract.revokeMySession,
    async ({ tx, params: { sessionId }, caller: { userId }, requestId, traceId, fail, ok }) => {
      const isRemoved = validate(sessionId) && (await store.removeSession(tx, { id: sessionId, userId }))
      if (!isRemoved) return fail.sessionAbsent()
      revoke(tx, { userIds: [userId] })
      const event = { action: 'auth.session_revoke', details: { sessionId } } as const
      await recordAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
      return ok({ message: 'The session has ended.' })
    },
  )

// The choice first, then its row: after a crash in between the caller chooses again, and the row is written then.
const setActiveWorkspace = ({ database }: { readonly database: Database }) =>
  handle(meContract.setActiveWorkspace, async ({ body: { workspaceId }, caller, fail, commitIn }) => {
    if (!(await enterWorkspace(database, caller, workspaceId))) return fail.noPlace()
    return commitIn(workspaceId, async ({ ok }) =>
      ok({ activeWorkspaceId: workspaceId }, { resource: ['session', caller.credentialId] }),
    )
  })

const getMyPreferences = handle(preferencesContract.getMyPreferences, async ({ tx, caller, ok }) =>
  ok(await store.preferencesOf(tx, caller.userId)),
)

const updateMyPreferences = (parts: AccountEventParts) =>
  handle(
    preferencesContract.updateMyPreferences,
    async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
      const preferences = (await store.changePreferences(tx, userId, body, now)) ?? absent()
      // Every workspace of the person gets the row: it names no cycle of another workspace.
      const { dismissFailure, restoreFailure, ...choices } = body
      const details = {
        ...choices,
        ...(dismissFailure && { failuresDismissed: 1 }),
        ...(restoreFailure && { failuresRestored: 1 }),
      }
      const event = { action: 'user.preferences_update', category: 'update', details } as const
      await recordAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
      return ok(preferences)
    },
  )

const getMyLetters = handle(lettersContract.getMyLetters, async ({ tx, caller, ok }) =>
  ok(await letterSettingsOf(tx, caller.userId)),
)

const none = { requests: false, approvals: false, failedRuns: false, budgets: false }

const switchOffLetters = (parts: AccountEventParts & { readonly letterTokens: LetterTokens }) =>
  handle(lettersContract.switchOffLetters, async ({ params, now, requestId, traceId, fail, ok }) => {
    const userId = parts.letterTokens.personOf(params.token) ?? fail.unknownToken()
    await parts.database.identity(async (tx) => {
      if (!(await changeLetterSettings(tx, userId, none, now))) return fail.unknownToken()
      const event = { action: 'user.letters_update', category: 'update', details: none } as const
      return recordAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    })
    return ok({ message: 'You get no more such letters. Sign in to switch them on again.' })
  })

const updateMyLetters = (parts: AccountEventParts) =>
  handle(
    lettersContract.updateMyLetters,
    async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
      const settings = (await changeLetterSettings(tx, userId, body, now)) ?? absent()
      const event = { action: 'user.letters_update', category: 'update', details: { ...body } } as const
      await recordAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
      return ok(settings)
    },
  )

export default (parts: AccountEventParts & { readonly letterTokens: LetterTokens }) => ({
  getMe,
  initializeMyWorkspace: initializeMyWorkspace(parts),
  getMyLetters,
  updateMyLetters: updateMyLetters(parts),
  getMyPreferences,
  updateMyPreferences: updateMyPreferences(parts),
  switchOffLetters: switchOffLetters(parts),
  listMySessions,
  revokeMySession: revokeMySession(parts),
  setActiveWorkspace: setActiveWorkspace(parts),
})
