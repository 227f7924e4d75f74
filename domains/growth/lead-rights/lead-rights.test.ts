import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { listGrowthLeads, uploadGrowthLeadList } from '../leads/contract.ts'
import leads from '../leads/domain.ts'
import { unsubscribePath, signedText, writeToken } from '../sending/unsubscribe-link.ts'
import { entryHash } from '../suppression/index.ts'
import { listGrowthSuppressions } from '../suppression/contract.ts'
import { eraseGrowthLead, exportGrowthLead } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { vault } = server.parts

const world = async (address = 'ada@example.com') => {
  const at = await scene(server)
  const leadId = await leadIn(server, at, { address })
  return { at, leadId }
}
const erase = ({ member }: Scene, leadId: string) => member.call(eraseGrowthLead, { leadId })
const linkOf = (at: Scene, id: string, address = 'ada@example.com') =>
  server.database.within(at.workspace, async (tx) => unsubscribePath(tx, vault, { id, address }, await tx.now()))
const click = async (path: string) => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const reply = await fetch(server.baseUrl + path, { method: 'POST', body })
  return { status: reply.status, text: await reply.text() }
}
const listed = async ({ member }: Scene, address = 'ada@example.com') =>
  (await member.call(listGrowthSuppressions, { query: { address } })).body
const upload = async ({ member }: Scene, projectId: string, text: string) => {
  const request = { projectId, query: {}, headers: { 'content-type': 'text/csv' } }
  return (await member.open(uploadGrowthLeadList, request, { body: new Uint8Array(Buffer.from(text)) })).json()
}

test('200 exports all data about a lead, in every growth project', async () => {
  const { at, leadId } = await world()
  const other = await leadIn(server, at, { address: 'ada+fair@example.com' })
  await leadIn(server, at, { address: 'eve@example.com' })
  await asOwner(
    server,
    `insert into growth_lookup_cache (workspace_id, capability, provider, request_hash, result, address, found_at)
     values ($1, 'find_email', 'hunter', sha256('x'), '{"email":"ada@example.com","confidence":1}', 'ada@example.com', now())`,
    [at.workspace],
  )
  const { status, body } = await at.member.call(exportGrowthLead, { leadId })
  expect(status).toBe(200)
  expect(body.leads.map(({ id }: { id: string }) => id).toSorted()).toEqual([leadId, other].toSorted())
  expect(body).toMatchObject({
    lists: [{ fileName: null }, { fileName: null }],
    messages: [],
    messageCount: 0,
    lookups: [],
    answers: [{ provider: 'hunter', result: { email: 'ada@example.com' } }],
    suppressions: [],
  })
  expect(JSON.stringify(body)).not.toContain('eve@')
  const rows = await auditOf(server, at.workspace, leadId)
  expect(rows).toMatchObject([{ action: 'growth_lead.export', details: { leads: 2, messages: 0 } }])
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

test('200 erases a lead everywhere, and its hash keeps lists from bringing it back', async () => {
  const { at, leadId } = await world()
  const projectId = await growthProjectIn(server, at)
  await leadIn(server, at, { projectId, address: 'ada+fair@example.com' })
  const colleague = await leadIn(server, at, { projectId, address: 'adam@example.com' })
  await asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, lead_id, direction, status, subject, body, citations,
       author, message_id, received_at, sender_address, kind, created_at)
     values ($1, $2, $3, $4, 'in', 'received', 'Hi', 'Ada here.', '[]', 'lead', '<1@example.com>', now(),
       'ada+desk@example.com', 'reply', now())`,
    [colleague, at.workspace, projectId, colleague],
  )
  expect((await at.member.call(exportGrowthLead, { leadId })).body).toMatchObject({ messageCount: 1 })
  expect(await erase(at, leadId)).toMatchObject({ status: 200, body: { deleted: true, leads: 2, isSuppressed: true } })
  expect(JSON.stringify([await at.rows('growth_lead'), await at.rows('growth_suppression')])).not.toMatch(/ada[@+]/)
  expect(await at.rows('growth_message')).toEqual([])
  expect(await listed(at)).toMatchObject([{ value: null, source: 'erasure', removable: false }])
  expect(await at.auditActions(leadId)).toEqual(['growth_lead.export', 'growth_lead.erase'])
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.erased'])
  expect(await upload(at, projectId, 'ada@example.com\nada+x@example.com\nbob@example.com')).toMatchObject({
    imported: 1,
    reasons: { suppressed: 2 },
  })
  const found = await at.member.call(listGrowthLeads, { projectId, query: { address: 'Bob+x@example.com' } })
  expect(found.body).toMatchObject([{ address: 'bob@example.com' }])
  const wrong = await at.member.call(listGrowthLeads, { projectId, query: { address: 'nobody' } })
  expectError(wrong, 400, 'invalid_request', [{ path: 'address', message: 'is not a mail address', rule: 'email' }])
})

test('a lead that unsubscribes after an erasure is on the list by the hash in the link', async () => {
  const { at, leadId } = await world()
  const link = await linkOf(at, leadId)
  await asOwner(server, 'delete from growth_lead where id = $1', [leadId])
  expect(await (await fetch(server.baseUrl + link)).text()).toContain('<form')
  expect(await listed(at)).toEqual([])
  for (let times = 0; times < 2; times += 1)
    expect(await click(link)).toMatchObject({
      status: 200,
      text: expect.stringContaining('do-not-contact list') as string,
    })
  expect(await listed(at)).toMatchObject([{ value: null, source: 'erasure' }])
  expect(await at.auditActions(leadId)).toEqual(['growth_lead.unsubscribe'])
})

test('an earlier link whose lead was deleted reports that the address is not known any more', async () => {
  const { at, leadId } = await world()
  const path = await server.database.within(at.workspace, async (tx) => {
    const hash = await entryHash(tx, vault, await tx.now())
    const token = { workspace: at.workspace, leadId, addressHash: null }
    return `/v1/api/growth/unsubscribe/${writeToken(token, hash(signedText(token)))}`
  })
  expect((await click(path)).text).toContain('You get no more mail from us.')
  expect(await listed(at)).toMatchObject([{ value: 'ada@example.com', source: 'unsubscribe' }])
  await erase(at, leadId)
  for (const text of [(await click(path)).text, await (await fetch(server.baseUrl + path)).text()]) {
    expect(text).toContain('We do not know your address any more.')
    expect(text).not.toMatch(/do-not-contact list|<form/)
  }
})

test('the erasure of a person keeps the hash of a lead', async () => {
  const { at } = await world()
  const person = { userId: at.workspace, name: 'Ada', email: 'Ada@Example.com' }
  const erasePerson = (parts: Parameters<NonNullable<typeof leads.person.eraseIn>>[2]) =>
    server.database.within(at.workspace, async (tx) => void (await leads.person.eraseIn!(tx, person, parts)))
  const exported = () => server.database.within(at.workspace, (tx) => leads.person.exportIn!(tx, person))
  expect(await exported()).toMatchObject({ growthLeads: [{ address: 'ada@example.com' }] })
  await erasePerson({ vault })
  expect(await exported()).toEqual({ growthLeads: [] })
  expect(await at.rows('growth_lead')).toEqual([])
  expect(await listed(at)).toMatchObject([{ value: null, source: 'erasure' }])
})

test('404 for a lead of a neighbour and for a client', async () => {
  const { at } = await world()
  const neighbour = await world()
  for (const operation of [exportGrowthLead, eraseGrowthLead]) {
    const theirs = () => at.member.call(operation, { leadId: neighbour.leadId })
    expectError(await unchanged(server, theirs), 404, 'not_found')
    const asClient = () => neighbour.at.client.call(operation, { leadId: neighbour.leadId })
    expectError(await unchanged(server, asClient), 404, 'not_found')
  }
})
