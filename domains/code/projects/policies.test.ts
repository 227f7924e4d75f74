import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import {
  clearProjectPolicies,
  getProject,
  getProjectPolicies,
  getWorkspacePolicies,
  listProjects,
  setWorkspacePolicies,
  updateProject,
} from './contract.ts'
import { approvalHours } from './joins.ts'
import { sourcedPolicies } from './rules/policies.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_MODEL_REVIEW: 'off' })

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const set = async (body: object) => {
    const reply = await at.owner.call(setWorkspacePolicies, { body })
    expect(reply.status).toBe(200)
    return reply.body
  }
  const own = async (body: object) => expect((await at.owner.call(updateProject, { id, body })).status).toBe(200)
  return { at, id, set, own }
}

test('a project inherits the workspace’s policy, at once, until it sets its own, and again once it deletes that', async () => {
  const { at, id, set, own } = await world()
  const inForce = async () => (await at.member.call(getProjectPolicies, { id })).body.inForce
  const answers = async () => [
    (await at.owner.call(getProject, { id })).body.project.requiresApproval,
    (await at.owner.call(listProjects)).body[0].requiresApproval,
  ]
  expect(await inForce()).toMatchObject({
    requiresApproval: { value: false, from: 'instance' },
    review: { model: { value: 'off', from: 'instance' } },
  })
  const said = { requiresApproval: true, review: { unverified: 'refuse' }, approval: { remindEveryHours: 24 } }
  const after = await set(said)
  expect(after).toMatchObject({
    ...said,
    delivery: {},
    inForce: { requiresApproval: { value: true, from: 'workspace' } },
  })
  expect((await at.member.call(getWorkspacePolicies)).body).toEqual(after)
  expect([await inForce(), await answers()]).toEqual([after.inForce, [true, true]])
  await own({ requiresApproval: false, runtime: { setup: 'make', review: { weakened: 'merge' } } })
  expect(await inForce()).toMatchObject({
    requiresApproval: { value: false, from: 'project' },
    review: { unverified: { value: 'refuse', from: 'workspace' }, weakened: { value: 'merge', from: 'project' } },
  })
  expect(await answers()).toEqual([false, false])
  const cleared = await at.member.call(clearProjectPolicies, { id })
  expect(cleared).toMatchObject({ status: 200, body: { projectId: id, inForce: after.inForce } })
  expect((await at.owner.call(getProject, { id })).body.project).toMatchObject({
    requiresApproval: true,
    runtime: { setup: 'make' },
  })
  expect(await set({})).toMatchObject({ requiresApproval: null, review: {}, approval: {}, delivery: {} })
  expect(await answers()).toEqual([false, false])
})

test('a change leaves an audit row with the new values, and an event', async () => {
  const { at, id, set } = await world()
  const neighbour = await world()
  await set({ review: { packages: 'ask' } })
  await at.owner.call(clearProjectPolicies, { id })
  const [row, ...others] = await auditOf(server, at.workspace, at.workspace)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    action: 'policies.set',
    severity: 'notice',
    resourceType: 'workspace',
    outcome: 'success',
    details: { requiresApproval: null, review: { packages: 'ask' }, approval: {}, delivery: {} },
  })
  expect(await at.eventNames(at.workspace)).toEqual(['workspace.policies_set'])
  expect(await at.auditActions(id)).toEqual(['project.create', 'policies.clear'])
  expect(await at.eventNames(id)).toEqual(['project.created', 'project.updated'])
  const theirs = await neighbour.at.owner.call(getProjectPolicies, { id: neighbour.id })
  expect(theirs.body.inForce.review.packages).toEqual({ value: 'named', from: 'instance' })
})

test('400 for policies that do not exist', async () => {
  const { at } = await world()
  const wrong = [
    [{ delivery: { onApproval: 'announce' } }, 'delivery.onApproval', 'enum'],
    [{ review: { unverified: 'perhaps' } }, 'review.unverified', 'enum'],
    [{ review: { taste: 'good' } }, 'review.taste', 'unknown'],
    [{ approval: { expireAfterHours: 8_761 } }, 'approval.expireAfterHours', 'maximum'],
  ] as const
  for (const [body, path, rule] of wrong) {
    const reply = await unchanged(server, () => at.owner.call(setWorkspacePolicies, { body }))
    expectError(reply, 400, 'invalid_request')
    expect(reply.body.fields).toMatchObject([{ path, rule }])
  }
})

test('the deadlines in SQL equal the rule’s, for every combination of project and workspace', async () => {
  const { at, id, set, own } = await world()
  const choices = [undefined, 0, 5, 24]
  const policies = ['remindEveryHours', 'expireAfterHours'] as const
  for (const workspace of choices) {
    const inherited = await set(
      workspace === undefined ? {} : { approval: { remindEveryHours: workspace, expireAfterHours: workspace } },
    )
    for (const mine of choices) {
      const approval = mine === undefined ? {} : { remindEveryHours: mine, expireAfterHours: mine }
      await own({ runtime: { approval } })
      const rule = sourcedPolicies({ requiresApproval: null, runtime: { approval }, inherited }, { modelReview: 'on' })
      for (const policy of policies) {
        const [row] = await asOwner(server, `select ${approvalHours('$1', policy)} as hours`, [id])
        expect([workspace, mine, row!.hours ?? 0]).toEqual([workspace, mine, rule.approval[policy].value])
      }
    }
  }
  expect((await at.rows('workspace_default')).length).toBe(1)
})
