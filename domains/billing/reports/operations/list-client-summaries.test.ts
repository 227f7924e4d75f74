import { expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf } from '../../../../testing/billing/billed-work.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { publishedIn } from '../../../../testing/runs/deliverables.ts'
import { makeAccount, makeAccountProject } from '../../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { payClientInvoice, voidClientInvoice } from '../../invoices/contract.ts'
import { listClientSummaries } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const accountId = await makeAccount(at)
  const projectId = await makeAccountProject(at, accountId)
  const billed = async (unitPriceMinor: number) => issuedOf(at, [await chargeFor(at, accountId, { unitPriceMinor })])
  return { at, accountId, projectId, billed }
}

test('200 sums the open and paid amounts of issued invoices, and names the last delivery', async () => {
  const { at, accountId, projectId, billed } = await world()
  const bare = await makeAccount(at, 'Initech')
  const delivered = await makeAccount(at, 'Hooli')
  const paid = await billed(10_000)
  await billed(2_500)
  const voided = await billed(900)
  expect((await at.owner.call(payClientInvoice, { id: paid, body: {} })).status).toBe(200)
  expect((await at.owner.call(voidClientInvoice, { id: voided, body: { reason: 'Wrong' } })).status).toBe(200)
  await draftOf(at, [await chargeFor(at, accountId)])
  await publishedIn(server, at, projectId, { title: 'Gift cards', clientStatus: 'delivered' })
  const cycleId = await publishedIn(server, at, projectId, { title: 'Opening hours', clientStatus: 'accepted' })
  await publishedIn(server, at, projectId, { title: 'Not yet', clientStatus: 'in_review' })
  await publishedIn(server, at, await makeAccountProject(at, delivered), { title: 'Shop', clientStatus: 'delivered' })
  await publishedIn(server, at, await emptyProject(at.owner), { title: 'Shop', clientStatus: 'delivered' })
  const reply = await at.member.call(listClientSummaries)
  const summary = (id: string) =>
    (reply.body as unknown as { clientAccountId: string }[]).find(({ clientAccountId }) => clientAccountId === id)
  expect(reply.status).toBe(200)
  expect(summary(accountId)).toMatchObject({
    money: [{ currency: 'EUR', currencyDecimals: 2 }],
    lastDelivery: { projectId, cycleId, title: 'Opening hours' },
  })
  const { money } = summary(accountId) as unknown as { money: { openMinor: number; paidMinor: number }[] }
  // The net amounts are four to one, and so are those with tax.
  expect(money[0]!.paidMinor).toBe(4 * money[0]!.openMinor)
  expect(money[0]!.openMinor).toBeGreaterThanOrEqual(2_500)
  expect(summary(delivered)).toMatchObject({ money: [], lastDelivery: { title: expect.any(String) } })
  expect(summary(bare)).toBeUndefined()
  expect(reply.body).toHaveLength(2)
})

test('200 has only deliveries of its projects, and no money, for a key that names projects', async () => {
  const { at, accountId, projectId, billed } = await world()
  await billed(10_000)
  const cycleId = await publishedIn(server, at, projectId, { title: 'Shop', clientStatus: 'delivered' })
  await publishedIn(server, at, await makeAccountProject(at, await makeAccount(at, 'Hooli')), {
    title: 'Shop',
    clientStatus: 'delivered',
  })
  const { caller } = await at.join('member', { projectIds: [projectId] })
  expect(await caller.call(listClientSummaries)).toMatchObject({
    status: 200,
    body: [{ clientAccountId: accountId, money: [], lastDelivery: { cycleId } }],
  })
  expect((await caller.call(listClientSummaries)).body).toHaveLength(1)
})

test('403 for a client, and nothing of another workspace', async () => {
  const { at, projectId, billed } = await world()
  await billed(10_000)
  await at.grant(projectId, at.clientId, 'steer')
  expectError(await unchanged(server, () => at.client.call(listClientSummaries)), 403, 'forbidden')
  const neighbour = await scene(server)
  expect(await neighbour.owner.call(listClientSummaries)).toMatchObject({ status: 200, body: [] })
})
