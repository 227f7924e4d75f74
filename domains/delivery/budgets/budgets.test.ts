import { afterAll, expect, test } from 'vitest'
import { applyCap, type Scope } from '../../agents/spending/index.ts'
import { sendLetters } from '../../accounts/letters/jobs/send-letters.ts'
import { updateMyLetters } from '../../accounts/people/contract/letters.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { mailsTo } from '../../../testing/mail/outbox.ts'
import { askModel, callSettings, modelBudget } from '../../../testing/models/model-calls.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { reserveFor, settleAt } from '../../../testing/models/model-reservations.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { getCycleTimeline } from '../cycles/contract.ts'
import { createAiChatCompletion } from '../../agents/models/contract.ts'
import {
  getCycleBudget,
  getProjectBudget,
  getWorkspaceBudget,
  updateCycleBudget,
  updateWorkspaceBudget,
} from './contract.ts'
import { warnPeople } from './jobs/warn-people.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const caps = { ATELIER_COST_CAP_PROJECT: '20', ATELIER_COST_CAP_CYCLE: '5', ATELIER_COST_CAP_WORKSPACE: '0.0001' }
const server = await testServer({ ...callSettings(provider), ...caps, ATELIER_ROLE: 'server' })
const warn = () => warnPeople(server, scheduledContext)

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, id, 'running')
  const set = async (body: object) => {
    const reply = await at.owner.call(updateWorkspaceBudget, { body })
    expect([reply.status, reply.body]).toEqual([200, expect.anything()])
    return reply.body
  }
  const scopes = {
    workspace: { kind: 'workspace', id: at.workspace },
    project: { kind: 'project', id },
    cycle: { kind: 'cycle', id: cycleId },
  } as const satisfies Record<string, Scope>
  const capOf = async (name: keyof typeof scopes) => (await modelBudget(server, scopes[name])).capMicros
  return { at, id, cycleId, set, scopes, capOf }
}
type World = Awaited<ReturnType<typeof world>>

/** A call of the cycle that costs so much. */
const spend = async ({ at, id, cycleId }: World, micros: number) => {
  const identity = { workspaceId: at.workspace, projectId: id, cycleId, runId: cycleId, step: 'build-task' }
  await settleAt(server.database, identity, await reserveFor(server.database, identity, micros), micros)
}

test('caps are inherited from the workspace, hold at once, and a cycle and a project may set their own', async () => {
  const { at, id, cycleId, set, capOf } = await world()
  const project = async () => (await at.member.call(getProjectBudget, { id })).body
  const cycle = async () => (await at.member.call(getCycleBudget, { id: cycleId })).body
  expect([await project(), await cycle()]).toMatchObject([
    { enforced: { costCapUsd: 20, cycleCostCapUsd: 5, workspaceCostCapUsd: 0.0001, maxRevisions: 2 } },
    { overrides: { costCapUsd: null }, enforced: { costCapUsd: 5 }, spentUsd: 0, warnedPercent: 0, refusals: [] },
  ])
  const said = { costCapUsd: 50, projectCostCapUsd: 8, cycleCostCapUsd: 2, maxRevisions: 4 }
  // The operator's cap of each workspace stays.
  expect(await set(said)).toMatchObject({ overrides: said, enforced: { costCapUsd: 0.0001 } })
  expect([await capOf('workspace'), await capOf('project'), await capOf('cycle')]).toEqual([100, 8_000_000, 2_000_000])
  expect(await project()).toMatchObject({
    enforced: { costCapUsd: 8, cycleCostCapUsd: 2, workspaceCostCapUsd: 0.0001, maxRevisions: 4 },
    inherited: { costCapUsd: 8, cycleCostCapUsd: 2, maxRevisions: 4 },
    defaults: { costCapUsd: 20, maxRevisions: 2 },
  })
  const own = await at.member.call(updateCycleBudget, { id: cycleId, body: { costCapUsd: 3 } })
  expect(own).toMatchObject({ status: 200, body: { overrides: { costCapUsd: 3 }, enforced: { costCapUsd: 3 } } })
  expect(await capOf('cycle')).toBe(3_000_000)
  await at.owner.call(updateProject, { id, body: { costCapUsd: 9 } })
  await set({ projectCostCapUsd: 1, cycleCostCapUsd: 1 })
  expect([await capOf('project'), await capOf('cycle')]).toEqual([9_000_000, 3_000_000])
  await at.member.call(updateCycleBudget, { id: cycleId, body: { costCapUsd: null } })
  await at.owner.call(updateProject, { id, body: { costCapUsd: null } })
  expect([await capOf('project'), await capOf('cycle')]).toEqual([1_000_000, 1_000_000])
  expect(await set({ costCapUsd: 0, cycleCostCapUsd: null })).toMatchObject({
    overrides: { costCapUsd: 0, projectCostCapUsd: 1, cycleCostCapUsd: null, maxRevisions: 4 },
    enforced: { costCapUsd: 0 },
  })
  expect([await capOf('workspace'), await capOf('cycle')]).toEqual([0, 5_000_000])
  expect(await auditOf(server, at.workspace, at.workspace)).toMatchObject([
    { action: 'budget.update', details: { scope: 'workspace', costCapUsd: 50 } },
    {},
    {},
  ])
  expect(await at.eventNames(cycleId)).toEqual(['budget.updated', 'budget.updated'])
})

test('the operator’s cap holds for the first call of a workspace in which nothing ever ran, and its refusal is shown', async () => {
  const at = await scene(server)
  const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hello' }] }
  const { status, error } = await askModel(at, at.member, createAiChatCompletion, body)
  expect([status, error?.code]).toEqual([402, 'workspace_cap_reached'])
  expect((await at.owner.call(getWorkspaceBudget)).body).toMatchObject({
    spentUsd: 0,
    warnedPercent: 100,
    refusals: [{ code: 'workspace_cap_reached', model: 'fake-large', cycleId: null }],
  })
  await warn()
  expect((await at.rows('letter')).map(({ title, project_id: project }) => [title, project])).toEqual([
    ['What is left of the budget of the workspace does not cover a call of a model: $0.00 of $0.0001 is spent.', null],
  ])
})

test('the agency gets each level once, by letter and event, for any number of processes, and clients do not', async () => {
  const made = await world()
  const { at, id, cycleId, scopes } = made
  await at.grant(id, at.clientId, 'steer')
  await at.member.call(updateCycleBudget, { id: cycleId, body: { costCapUsd: 0.001 } })
  await server.database.within(at.workspace, (tx) => applyCap(tx, scopes.workspace, null))
  await Promise.all(Array.from({ length: 90 }, () => spend(made, 10)))
  await Promise.all(Array.from({ length: 5 }, warn))
  const letters = (await at.rows('letter')).map(({ title }) => String(title).replace(/Cycle \d+/, 'C'))
  const fifty = '50 % of the budget of the cycle “C” is used: $0.0005 of $0.001 is spent.'
  const eighty = fifty.replace('50', '80').replace('$0.0005', '$0.0008')
  expect(letters.toSorted()).toEqual([fifty, fifty, eighty, eighty])
  const events = (await at.rows('activity_event'))
    .filter(({ name }) => name === 'budget.warned')
    .toSorted((one, other) => Number(one.position) - Number(other.position))
  expect(events.map(({ payload }) => payload)).toEqual([
    { scope: 'cycle', percent: 50, capUsd: 0.001, spentUsd: 0.0005, refusedUsd: null },
    { scope: 'cycle', percent: 80, capUsd: 0.001, spentUsd: 0.0008, refusedUsd: null },
  ])
  const seen = async (who: typeof at.owner) =>
    ((await who.call(getCycleTimeline, { id: cycleId })).body as { eventType: string }[]).filter(({ eventType }) =>
      eventType.startsWith('budget.'),
    ).length
  expect([await seen(at.owner), await seen(at.client)]).toEqual([3, 0])
  expect((await at.member.call(getCycleBudget, { id: cycleId })).body.warnedPercent).toBe(80)
  await warn()
  expect(await at.rows('letter')).toHaveLength(4)
})

test('a letter about the workspace goes to its administrators, is one mail, and has its own switch', async () => {
  const made = await world()
  const { at, scopes } = made
  const admin = await at.join('admin')
  const [{ user_id: ownerId }] = (await asOwner(
    server,
    `select user_id from membership where workspace_id = $1 and role = 'owner'`,
    [at.workspace],
  )) as [{ user_id: string }]
  await (await at.signIn(admin.userId)).call(updateMyLetters, { body: { budgets: false } })
  await server.database.within(at.workspace, (tx) => applyCap(tx, scopes.workspace, 2_000_000))
  await spend(made, 1_000_000)
  // Lowered below the spent amount.
  await made.set({ costCapUsd: 0.5 })
  await warn()
  await sendLetters(server.parts, scheduledContext)
  await expect
    .poll(async () => asOwner(server, `select from mail where kind = 'letter' and state = 'queued'`, []))
    .toEqual([])
  const mails = await mailsTo(server.dataFolder, `${ownerId}@example.com`)
  expect(mails.map(({ subject }) => subject)).toEqual(['2 new things need you'])
  // Mail programs make no address of a number: there is a joiner behind its point.
  const text = mails[0]!.text!.replaceAll('\u200c', '')
  expect(text).toContain('50 % of the budget of the workspace is used: $1.00 of $2.00 is spent. (Test)')
  expect(text).toContain(`/open#workspace-budget/${at.workspace}/${at.workspace}`)
  expect(await mailsTo(server.dataFolder, `${admin.userId}@example.com`)).toEqual([])
  expect((await at.rows('letter')).map(({ user_id: userId }) => userId).toSorted()).toEqual(
    [ownerId, ownerId, admin.userId, admin.userId].toSorted(),
  )
})
