import { expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf } from '../../../../testing/billing/billed-work.ts'
import { cycleIn } from '../../../../testing/cycles.ts'
import { makeAccount, makeAccountProject } from '../../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { correctBillable } from '../../billables/contract/billables.ts'
import { voidClientInvoice } from '../../invoices/contract.ts'
import { listProjectBilledWork } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

/** A project of a client account, whose work can be billed. */
const world = async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const projectId = await makeAccountProject(at, account)
  const workFor = async (unitPriceMinor: number, of = projectId) =>
    chargeFor(at, account, { unitPriceMinor, source: { kind: 'cycle', id: await cycleIn(server, at, of) } })
  return { at, account, projectId, workFor }
}

test('200 sums what each issued invoice bills for the project, newest first, without drafts, void ones and other work', async () => {
  const { at, account, projectId, workFor } = await world()
  const other = await makeAccountProject(at, account)
  const work = await workFor(10_000)
  const first = await issuedOf(at, [
    work,
    await workFor(2_500),
    await workFor(700, other),
    await chargeFor(at, account),
  ])
  const voided = await issuedOf(at, [await workFor(900)])
  expect((await at.owner.call(voidClientInvoice, { id: voided, body: { reason: 'Wrong' } })).status).toBe(200)
  const less = { description: 'Less', quantity: '-0.5', unitPriceMinor: 10_000 }
  const corrected = await at.owner.call(correctBillable, { id: work, body: less })
  const credit = await issuedOf(at, [corrected.body.id as string])
  await draftOf(at, [await workFor(300)])
  const reply = await at.member.call(listProjectBilledWork, { projectId })
  expect(reply).toMatchObject({
    status: 200,
    body: [
      { invoiceId: credit, number: expect.stringMatching(/-0003$/), currency: 'EUR', amountMinor: -5_000 },
      { invoiceId: first, number: expect.stringMatching(/-0001$/), currencyDecimals: 2, amountMinor: 12_500 },
    ],
  })
  expect(reply.body).toHaveLength(2)
})

test('200 has nothing for a key that names projects, as it sees no invoice', async () => {
  const { at, projectId, workFor } = await world()
  await issuedOf(at, [await workFor(10_000)])
  const { caller } = await at.join('member', { projectIds: [projectId] })
  expect(await caller.call(listProjectBilledWork, { projectId })).toMatchObject({ status: 200, body: [] })
})

test('403 for a client who sees the project, and 404 for a project of another workspace', async () => {
  const { at, projectId, workFor } = await world()
  await issuedOf(at, [await workFor(10_000)])
  await at.grant(projectId, at.clientId, 'steer')
  const refused = await unchanged(server, () => at.client.call(listProjectBilledWork, { projectId }))
  expectError(refused, 403, 'forbidden')
  const neighbour = await world()
  expectError(await neighbour.at.owner.call(listProjectBilledWork, { projectId }), 404, 'not_found')
})
