import { expect, test } from 'vitest'
import { chargeFor, draftOf } from '../../../../testing/billing/billed-work.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { makeAccount } from '../../../../testing/clients/portals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { issueClientInvoice, listDraftedBillables, voidClientInvoice } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200 lists each billable of a draft once, with its newest draft, and none of an issued or void one', async () => {
  const at = await scene(server)
  const client = await makeAccount(at, 'Globex')
  const twice = await chargeFor(at, client)
  const once = await chargeFor(at, client)
  const issued = await chargeFor(at, client)
  const voided = await chargeFor(at, client)
  const open = await chargeFor(at, client)
  await draftOf(at, [twice])
  const second = await draftOf(at, [twice, once])
  const final = await draftOf(at, [issued])
  expect((await at.owner.call(issueClientInvoice, { id: final })).status).toBe(200)
  const taken = await draftOf(at, [voided])
  await at.owner.call(voidClientInvoice, { id: taken, body: { reason: 'A mistake' } })
  const reply = await at.member.call(listDraftedBillables)
  expect(reply.status).toBe(200)
  expect(reply.body.isCut).toBe(false)
  expect(reply.body.rows).toHaveLength(2)
  expect(reply.body.rows).toEqual(
    expect.arrayContaining([
      { billableId: twice, invoiceId: second },
      { billableId: once, invoiceId: second },
    ]),
  )
  expect(JSON.stringify(reply.body)).not.toContain(open)
})

test('200 narrows to one client account, and has nothing for a key that names projects', async () => {
  const at = await scene(server)
  const one = await makeAccount(at, 'Globex')
  const other = await makeAccount(at, 'Initech')
  const draft = await draftOf(at, [await chargeFor(at, one)])
  await draftOf(at, [await chargeFor(at, other)])
  const { body } = await at.owner.call(listDraftedBillables, { query: { clientAccountId: one } })
  expect(body.rows).toEqual([{ billableId: expect.any(String), invoiceId: draft }])
  const { caller } = await at.join('member', { projectIds: [await emptyProject(at.owner)] })
  expect(await caller.call(listDraftedBillables)).toMatchObject({ status: 200, body: { rows: [], isCut: false } })
})
