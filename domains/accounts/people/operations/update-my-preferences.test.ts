import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { accountScene, actionsOf } from '../../../../testing/people/account.ts'
import { racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson, signIn } from '../../../../testing/people/sessions.ts'
import { exportPerson } from '../contract/own-data.ts'
import { getMyPreferences, updateMyPreferences } from '../contract/preferences.ts'

const server = await testServer()
const unsaid = { theme: null, density: null, language: null, singleKeys: true, dismissedFailures: [] }

test('200 stores the choice for every session of the person, and for no other person', async () => {
  const [{ caller, userId }, other] = [await newPerson(server), await newPerson(server)]
  expect((await caller.call(getMyPreferences)).body).toEqual(unsaid)
  const chosen = { ...unsaid, theme: 'dark', language: 'de' }
  const { status, body } = await caller.call(updateMyPreferences, { body: { theme: 'dark', language: 'de' } })
  expect([status, body]).toEqual([200, chosen])
  const elsewhere = await signIn(server, userId)
  expect((await elsewhere.call(updateMyPreferences, { body: { singleKeys: false, theme: null } })).body).toEqual({
    theme: null,
    density: null,
    language: 'de',
    singleKeys: false,
    dismissedFailures: [],
  })
  expect((await caller.call(getMyPreferences)).body).toMatchObject({ theme: null, singleKeys: false })
  expect((await other.caller.call(getMyPreferences)).body).toEqual(unsaid)
  const own = JSON.parse(await (await caller.open(exportPerson)).text()) as object
  expect(own).toMatchObject({ preferences: { language: 'de', singleKeys: false } })
})

test('200 loses nothing of two changes at once, and each leaves a row where the person works', async () => {
  const { caller, userId } = await newPerson(server)
  const at = await accountScene(server, userId)
  const changes = [{ theme: 'light' }, { density: 'compact' }, { language: 'en' }, { singleKeys: false }]
  const { statuses } = await racing(4, (at) => caller.call(updateMyPreferences, { body: changes[at]! }))
  expect(statuses).toEqual({ 200: 4 })
  expect((await caller.call(getMyPreferences)).body).toEqual({
    theme: 'light',
    density: 'compact',
    language: 'en',
    singleKeys: false,
    dismissedFailures: [],
  })
  await expect
    .poll(async () => (await actionsOf(at)).filter((row) => row === 'user.preferences_update success').length)
    .toBe(4)
})

test('200 dismisses failures for every session, restores them, and names no cycle in the audit rows', async () => {
  const { caller, userId } = await newPerson(server)
  const at = await accountScene(server, userId)
  const failures = Array.from({ length: 4 }, () => ({ cycleId: uuidv7(), failedAt: '2026-11-23T08:00:00.000Z' }))
  const { statuses } = await racing(4, (index) =>
    caller.call(updateMyPreferences, { body: { dismissFailure: failures[index]! } }),
  )
  expect(statuses).toEqual({ 200: 4 })
  const elsewhere = await signIn(server, userId)
  const dismissed = async () =>
    ((await elsewhere.call(getMyPreferences)).body.dismissedFailures as { cycleId: string }[]).map(
      ({ cycleId }) => cycleId,
    )
  expect((await dismissed()).toSorted()).toEqual(failures.map(({ cycleId }) => cycleId).toSorted())
  const { body } = await elsewhere.call(updateMyPreferences, { body: { restoreFailure: failures[0] } })
  expect(body.dismissedFailures).toHaveLength(3)
  expect(await dismissed()).not.toContain(failures[0]!.cycleId)
  await expect
    .poll(async () => (await actionsOf(at)).filter((row) => row === 'user.preferences_update success').length)
    .toBe(5)
  const rows = JSON.stringify(await at.rows('audit_row'))
  expect(failures.filter(({ cycleId }) => rows.includes(cycleId))).toEqual([])
})

test('400 for unknown words, 403 for a key', async () => {
  const [{ caller }, { owner }] = [await newPerson(server), await scene(server)]
  for (const body of [
    { theme: 'sepia' },
    { language: 'fr' },
    { singleKeys: null },
    { dismissFailure: { cycleId: 'a', failedAt: 'now' } },
  ])
    expectError(await unchanged(server, () => caller.call(updateMyPreferences, { body })), 400, 'invalid_request')
  expectError(await owner.call(getMyPreferences), 403, 'forbidden')
  expectError(await unchanged(server, () => owner.call(updateMyPreferences, { body: {} })), 403, 'forbidden')
})
