import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeBody, chargeFor, issuedOf, noBuyer } from '../../../testing/billing/billed-work.ts'
import { cycleIn } from '../../../testing/cycles.ts'
import { asked } from '../../../testing/runs/deliverables.ts'
import { makeAccount, makeAccountProject } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { addClientAccountProject, archiveClientAccount } from '../../accounts/clients/contract/accounts.ts'
import { decideDeliverableApproval, reopenDeliverableDecision } from '../../delivery/deliverables/contract.ts'
import {
  correctBillable,
  createBillable,
  getBillingIdentity,
  getClientBillingIdentity,
  listBillables,
  saveBillingIdentity,
  saveClientBillingIdentity,
  writeOffBillable,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const account = await makeAccount(world)
const correction = (change: object = {}) => ({
  description: 'Less than agreed',
  quantity: '-0.25',
  unitPriceMinor: 10_000,
  ...change,
})
const idOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.id as string
const idsIn = (body: unknown) => (body as { id: string }[]).map(({ id }) => id)
describe('billing identities', () => {
  const seller = {
    legalName: 'Northwind GmbH',
    address: { line1: '1 Harbour Street', line2: null, postalCode: '20457', city: 'Hamburg', country: 'DE' },
    vatId: 'DE123456788',
    taxNumber: '12/345/67890',
    bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: null },
    contact: { name: 'Grace Hopper', email: 'accounts@northwind.example', phone: '+49 40 123456' },
    allScripts: false,
    paymentTerms: 'Net 30 days',
    taxClasses: [{ name: 'reverse', category: 'AE', rateBps: 0, reason: 'Reverse charge' }],
    numberFormat: { prefix: 'NW/', withYear: false, digits: 6 },
  }
  test('200 reads an empty identity at first, then the saved identity, with an audit row', async () => {
    const at = await scene(server)
    expect(await at.member.call(getBillingIdentity)).toMatchObject({
      status: 200,
      body: { legalName: null, taxClasses: [] },
    })
    expect(await at.owner.call(saveBillingIdentity, { body: seller })).toMatchObject({ status: 200, body: seller })
    expect((await at.member.call(getBillingIdentity)).body).toMatchObject({
      ...seller,
      updatedAt: expect.any(String) as string,
    })
    expect(await auditOf(server, at.workspace, at.workspace)).toMatchObject([
      { action: 'billing_identity.save', details: { taxClasses: ['reverse'] } },
    ])
  })

  test.each(['7', 'A1', 'É-', 'a b-', 'x'.repeat(21)])('400 for the prefix %j of a number', async (prefix) => {
    const body = { ...seller, numberFormat: { prefix, withYear: true, digits: 4 } }
    const reply = await unchanged(server, () => owner.call(saveBillingIdentity, { body }))
    expect(reply.status).toBe(400)
  })

  test('200 keeps an IBAN without its spaces; 400 where its check digits are wrong', async () => {
    const withIban = (iban: string) => ({ ...seller, bankAccount: { iban, bic: null, holder: null } })
    const saved = await owner.call(saveBillingIdentity, { body: withIban('de89 3704 0044 0532 0130 00') })
    expect(saved.body).toMatchObject({ bankAccount: { iban: 'DE89370400440532013000' } })
    const body = withIban('DE89 3704 0044 0532 0130 01')
    const reply = await unchanged(server, () => owner.call(saveBillingIdentity, { body }))
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ path: 'bankAccount.iban', rule: 'iban' }] } })
  })

  test.each(['+', 'call me', '1'.repeat(40)])('400 for the phone number %j', async (phone) => {
    const body = { ...seller, contact: { name: null, email: null, phone } }
    expect((await unchanged(server, () => owner.call(saveBillingIdentity, { body }))).status).toBe(400)
  })

  test('400 names each tax class that contradicts its category', async () => {
    const taxClasses = [
      { name: 'a', category: 'S', rateBps: 0, reason: null },
      { name: 'a', category: 'Z', rateBps: 0, reason: null },
      { name: 'b', category: 'AE', rateBps: 0, reason: null },
    ]
    const reply = await unchanged(server, () => owner.call(saveBillingIdentity, { body: { ...seller, taxClasses } }))
    expect(reply).toMatchObject({
      status: 400,
      body: {
        fields: [{ path: 'taxClasses[0].rateBps' }, { path: 'taxClasses[1].name' }, { path: 'taxClasses[2].reason' }],
      },
    })
  })

  test('200 for a client account; 404 for a neighbour’s', async () => {
    const body = {
      ...noBuyer,
      legalName: 'Globex Ltd',
      address: seller.address,
      language: 'de',
      buyerReference: 'PO-2207',
    }
    const input = { clientAccountId: account }
    expect((await member.call(getClientBillingIdentity, input)).body).toEqual({
      ...noBuyer,
      updatedAt: null,
    })
    expect(await owner.call(saveClientBillingIdentity, { ...input, body })).toMatchObject({ status: 200, body })
    expect((await member.call(getClientBillingIdentity, input)).body).toMatchObject(body)
    const neighbour = await scene(server)
    expectError(await neighbour.owner.call(saveClientBillingIdentity, { ...input, body }), 404, 'not_found')
  })
})

describe('createBillable', () => {
  test.each([
    ['JPY', 0, '1.5', 333, 500],
    ['EUR', 2, '0.333333', 10_000, 3_333],
    ['KWD', 3, '2.5', 1_001, 2_503],
    // https://github.com/akaunting/akaunting/issues/1114
    ['EUR', 2, '2', 0, 0],
  ])('201 in %s with %i decimals, rounded half away from zero', async (currency, currencyDecimals, ...amounts) => {
    const [quantity, unitPriceMinor, amountMinor] = amounts
    const body = chargeBody(account, { currency, quantity, unitPriceMinor })
    const reply = await member.call(createBillable, { body })
    expect(reply).toMatchObject({
      status: 201,
      body: { ...body, currencyDecimals, amountMinor, status: 'open', revisionHash: null },
    })
    expect(await auditOf(server, world.workspace, idOf(reply))).toMatchObject([
      { action: 'billable.create', details: { clientAccountId: account, currency, amountMinor } },
    ])
  })

  test.each([
    ['quantity', { quantity: '1.1234567' }],
    ['quantity', { quantity: '0.000' }],
    ['quantity', { quantity: '-1' }],
    ['quantity', { quantity: '2', unitPriceMinor: Number.MAX_SAFE_INTEGER }],
    ['quantity', { quantity: 1 }],
    ['unitPriceMinor', { unitPriceMinor: -1 }],
    ['unitPriceMinor', { unitPriceMinor: 1.5 }],
    ['currency', { currency: 'DEM' }],
    ['description', { description: ' \n ' }],
    ['description', { description: 'a\tb' }],
    ['source.id', { source: { kind: 'cycle', id: null } }],
    ['source.id', { source: { kind: 'entry', id: uuidv7() } }],
  ])('400 names %s for %j', async (path, change) => {
    const reply = await unchanged(server, () => owner.call(createBillable, { body: chargeBody(account, change) }))
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  })

  test('201 for approved work keeps the hash that was approved; 409 before, and for another account', async () => {
    const { projectId, cycleId, approvalId, approval } = await asked(server, world)
    const body = chargeBody(account, { source: { kind: 'decision', id: approvalId } })
    const call = () => owner.call(createBillable, { body })
    expectError(await unchanged(server, call), 409, 'billable_source_not_approved')
    const { revisionHash } = approval
    const decision = { decision: 'approved' }
    expect((await world.client.call(decideDeliverableApproval, { cycleId, approvalId, body: decision })).status).toBe(
      200,
    )
    expectError(await unchanged(server, call), 409, 'billable_source_of_another_account')
    await owner.call(addClientAccountProject, { id: account, projectId })
    expect(await call()).toMatchObject({ status: 201, body: { revisionHash } })
    const { body: again } = await world.client.call(reopenDeliverableDecision, { cycleId, approvalId })
    const asksForChanges = { decision: 'changes_requested', comment: 'Not yet.' }
    const replaced = { cycleId, approvalId: again.id as string, body: asksForChanges }
    expect((await world.client.call(decideDeliverableApproval, replaced)).status).toBe(200)
    expectError(await unchanged(server, call), 409, 'billable_source_not_approved')
  })

  test('201 for a cycle of the account; 404 for a neighbour’s', async () => {
    const projectId = await makeAccountProject(world, account)
    const id = await cycleIn(server, world, projectId)
    const body = (clientAccountId: string) => chargeBody(clientAccountId, { source: { kind: 'cycle', id } })
    expect(await owner.call(createBillable, { body: body(account) })).toMatchObject({
      status: 201,
      body: { source: { id } },
    })
    const neighbour = await scene(server)
    const theirs = await makeAccount(neighbour)
    expectError(await neighbour.owner.call(createBillable, { body: body(theirs) }), 404, 'not_found')
  })

  test('409 for an archived account', async () => {
    const gone = await makeAccount(world, 'Gone')
    await owner.call(archiveClientAccount, { id: gone })
    const reply = await unchanged(server, () => owner.call(createBillable, { body: chargeBody(gone) }))
    expectError(reply, 409, 'client_account_archived')
  })
})

describe('listBillables', () => {
  test('200 by account and status, newest first; none for a key restricted to projects', async () => {
    const own = await makeAccount(world, 'Initech')
    const first = await chargeFor(world, own)
    const second = await chargeFor(world, own)
    const third = await chargeFor(world, own)
    await owner.call(writeOffBillable, { id: second, body: { reason: 'Agreed' } })
    await issuedOf(world, [third])
    const list = async (query: object) =>
      idsIn((await member.call(listBillables, { query: { clientAccountId: own, ...query } })).body)
    expect(await list({})).toEqual([third, second, first])
    expect([
      await list({ status: 'open' }),
      await list({ status: 'written_off' }),
      await list({ status: 'invoiced' }),
    ]).toEqual([[first], [second], [third]])
    const { caller } = await world.join('owner', { projectIds: [own] })
    expect(await caller.call(listBillables)).toMatchObject({ status: 200, body: [] })
  })
})

describe('correctBillable', () => {
  test('201 adds a row that points at its charge and has its values', async () => {
    const id = await chargeFor(world, account, { currency: 'KWD', taxClass: 'reverse' })
    const reply = await member.call(correctBillable, { id, body: correction() })
    expect(reply).toMatchObject({
      status: 201,
      body: { correctsId: id, clientAccountId: account, currency: 'KWD', taxClass: 'reverse', amountMinor: -2_500 },
    })
    expect(await world.auditActions(idOf(reply))).toEqual(['billable.correct'])
  })

  test('409 for all but one of callers that take the whole charge back at once', async () => {
    const id = await chargeFor(world, account)
    const take = () => owner.call(correctBillable, { id, body: correction({ quantity: '-0.6' }) })
    expect((await racing(5, take)).statuses).toEqual({ 201: 1, 409: 4 })
    expectError(await unchanged(server, take), 409, 'correction_exceeds_charge')
  })

  test('409 for a correction, and for a billable that was written off', async () => {
    const id = await chargeFor(world, account)
    const second = idOf(await owner.call(correctBillable, { id, body: correction() }))
    const call = (charge: string) => () => owner.call(correctBillable, { id: charge, body: correction() })
    expectError(await unchanged(server, call(second)), 409, 'billable_is_a_correction')
    await owner.call(writeOffBillable, { id, body: { reason: 'Agreed' } })
    expectError(await unchanged(server, call(id)), 409, 'billable_written_off')
  })
})

describe('writeOffBillable', () => {
  const body = { reason: 'Agreed in March' }
  test('200 writes a charge off with its corrections', async () => {
    const id = await chargeFor(world, account)
    const corrects = idOf(await owner.call(correctBillable, { id, body: correction() }))
    const reply = await member.call(writeOffBillable, { id, body })
    expect(reply).toMatchObject({ status: 200, body: { id, status: 'written_off', writeOffReason: body.reason } })
    expect(await world.auditActions(id)).toEqual(['billable.create', 'billable.write_off'])
    const rows = await world.rows('billable')
    expect(rows.find((row) => row.id === corrects)).toMatchObject({ write_off_reason: body.reason })
  })

  test('409 for a billable that is written off, a correction, or on an invoice', async () => {
    const id = await chargeFor(world, account)
    const billed = await chargeFor(world, account, { currency: 'USD' })
    const corrects = idOf(await owner.call(correctBillable, { id, body: correction() }))
    await owner.call(writeOffBillable, { id, body })
    await issuedOf(world, [billed])
    const call = (one: string) => unchanged(server, () => owner.call(writeOffBillable, { id: one, body }))
    expectError(await call(id), 409, 'billable_written_off')
    expectError(await call(corrects), 409, 'billable_is_a_correction')
    expectError(await call(billed), 409, 'billable_invoiced')
  })
})
