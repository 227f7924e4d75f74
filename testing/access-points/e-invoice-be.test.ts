import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { loopbackSite } from '../network/loopback-site.ts'
import type { FakeTenant } from './calls.ts'
import { fakeEInvoiceBe } from './e-invoice-be.ts'
import { eInvoiceBeSignature, type FakeEvent } from './webhooks.ts'

const party = (role: string, name: string, number: string) =>
  `<cac:Accounting${role}Party><cac:Party><cbc:EndpointID schemeID="0208">${number}</cbc:EndpointID>
  <cac:PostalAddress><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
  <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName><cbc:CompanyID schemeID="0208">${number}</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:Accounting${role}Party>`
const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>2026-0001</cbc:ID><cbc:IssueDate>2026-11-27</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:Note>Thanks</cbc:Note><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>PO-7</cbc:BuyerReference>
${party('Supplier', 'Studio É', '0403170701')}${party('Customer', 'Globex', '0848934496')}
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">121.00</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine></Invoice>`

const studio: FakeTenant = { id: 'ten-studio', apiKey: 'key-studio', peppolIds: ['0208:0403170701'] }
const other: FakeTenant = { id: 'ten-other', apiKey: 'key-other', peppolIds: ['0208:0403170701'], isInTestMode: true }
const globex = '0208:0848934496'
const to = (scheme: string, id: string) =>
  `?sender_peppol_scheme=0208&sender_peppol_id=0403170701&receiver_peppol_scheme=${scheme}&receiver_peppol_id=${id}`
const toGlobex = to('0208', '0848934496')

const world = async () => {
  const fake = await fakeEInvoiceBe([studio, other], new Set([globex]))
  const call = async (method: string, path: string, init: RequestInit = {}, apiKey = studio.apiKey) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${fake.url}${path}`, { ...init, method, headers })
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    }
  }
  const upload = (path: string, xml = invoice, apiKey = studio.apiKey) => {
    const body = new FormData()
    body.append('file', new File([xml], 'invoice.xml', { type: 'application/xml' }))
    return call('POST', path, { body }, apiKey)
  }
  const draft = async (xml = invoice, apiKey = studio.apiKey) =>
    (await upload('/api/documents/ubl', xml, apiKey)).body.id as string
  const send = (id: string, query = toGlobex, apiKey = studio.apiKey) =>
    call('POST', `/api/documents/${id}/send${query}`, {}, apiKey)
  return { ...fake, call, upload, draft, send }
}

test('401 for an unknown key, and the document is not taken', async () => {
  const { upload, documents } = await world()
  const { status, body } = await upload('/api/documents/ubl', invoice, 'key-unknown')
  expect({ status, body, count: documents.size }).toEqual({
    status: 401,
    body: { detail: 'Invalid or missing API key' },
    count: 0,
  })
})

test('A UBL file becomes a draft, with the content of the document', async () => {
  const { upload, call, requests } = await world()
  const { status, body } = await upload('/api/documents/ubl')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    state: 'DRAFT',
    document_type: 'INVOICE',
    direction: 'OUTBOUND',
    invoice_id: '2026-0001',
    invoice_total: '121.00',
    vendor_name: 'Studio É',
    customer_peppol_id: globex,
  })
  expect((await call('GET', `/api/documents/${body.id as string}`)).body).toEqual(body)
  expect(requests[0]).toMatchObject({ status: 201, fileSha256: createHash('sha256').update(invoice).digest('hex') })
})

test('422 for a body that is not multipart, 415 for a file that is not UBL, 413 for too many bytes', async () => {
  const { call, upload, documents } = await world()
  const raw = { body: invoice, headers: { 'content-type': 'application/xml' } }
  expect(await call('POST', '/api/documents/ubl', raw)).toMatchObject({
    status: 422,
    body: { detail: 'Field required: body.file' },
  })
  for (const xml of ['', '<Invoice>', '<Invoice xmlns="urn:other"/>', '<!DOCTYPE x><Order/>'])
    expect((await upload('/api/documents/ubl', xml)).status).toBe(415)
  expect((await upload('/api/documents/ubl', ' '.repeat(10_000_000))).status).toBe(413)
  expect(documents.size).toBe(0)
})

const without = (element: RegExp) => invoice.replace(element, '')
const broken: readonly (readonly [xml: string, ...rules: string[]])[] = [
  [without(/<cbc:ID>2026-0001<\/cbc:ID>/), 'BR-02'],
  [without(/<cbc:IssueDate>.*<\/cbc:IssueDate>/), 'BR-03'],
  [without(/<cbc:RegistrationName>Studio É<\/cbc:RegistrationName>/), 'BR-06'],
  [without(/<cbc:RegistrationName>Globex<\/cbc:RegistrationName>/), 'BR-07'],
  [without(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/), 'BR-16'],
  [without(/<cbc:ProfileID>.*<\/cbc:ProfileID>/), 'PEPPOL-EN16931-R001', 'PEPPOL-EN16931-R007'],
  [invoice.replace('<cbc:Note>', '<cbc:Note>One</cbc:Note><cbc:Note>'), 'PEPPOL-EN16931-R002'],
  [without(/<cbc:BuyerReference>.*<\/cbc:BuyerReference>/), 'PEPPOL-EN16931-R003'],
  [invoice.replace('#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', ''), 'PEPPOL-EN16931-R004'],
  [invoice.replace('billing:01:1.0', 'ordering:01:1.0'), 'PEPPOL-EN16931-R007'],
  [invoice.replace('>Thanks<', '> <'), 'PEPPOL-EN16931-R008'],
  [without(/<cbc:EndpointID schemeID="0208">0848934496<\/cbc:EndpointID>/), 'PEPPOL-EN16931-R010'],
  [without(/<cbc:EndpointID schemeID="0208">0403170701<\/cbc:EndpointID>/), 'PEPPOL-EN16931-R020'],
  [invoice.replace('EndpointID schemeID="0208"', 'EndpointID schemeID="EM"'), 'PEPPOL-EN16931-CL008'],
  [invoice.replace('>0848934496<', '>0848934497<'), 'PEPPOL-COMMON-R043'],
  [invoice.replace('2026-11-27', '27.11.2026'), 'PEPPOL-EN16931-F001'],
]

test.each(broken)('A document that breaks a fatal rule stays a draft: %#', async (xml, ...rules) => {
  const { upload, draft, send, call } = await world()
  const checked = await upload('/api/validate/ubl', xml)
  const issues = checked.body.issues as { rule_id: string }[]
  expect(checked).toMatchObject({ status: 201, body: { is_valid: false, file_name: 'invoice.xml' } })
  expect(issues.map((issue) => issue.rule_id)).toEqual(rules)
  expect(issues[0]).toMatchObject({ type: 'error', flag: 'fatal', schematron: expect.stringMatching(/-EN16931$/) })
  const id = await draft(xml)
  expect(await send(id)).toMatchObject({ status: 406, body: { detail: expect.any(String) } })
  expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ state: 'DRAFT' })
})

test('Two notes between German firms are no fault, and a whole document has no issue', async () => {
  const { upload } = await world()
  const german = invoice.replaceAll('>BE<', '>DE<').replace('<cbc:Note>', '<cbc:Note>One</cbc:Note><cbc:Note>')
  for (const xml of [invoice, german])
    expect((await upload('/api/validate/ubl', xml)).body).toMatchObject({ is_valid: true, issues: [] })
})

test('A sent document is in transit until it settles, and cannot be sent again', async () => {
  const { draft, send, call, settle, arrivals } = await world()
  const id = await draft()
  expect(await send(id)).toMatchObject({ status: 200, body: { id, state: 'TRANSIT' } })
  expect(await send(id)).toMatchObject({ status: 405, body: { detail: 'Document is not in draft state' } })
  expect(arrivals).toEqual([])
  settle(id)
  expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ state: 'SENT' })
  expect((await send(id)).status).toBe(405)
  expect(await call('DELETE', `/api/documents/${id}`)).toMatchObject({ status: 400 })
  expect(arrivals).toEqual([
    { documentId: id, receiver: globex, by: 'peppol', sha256: createHash('sha256').update(invoice).digest('hex') },
  ])
  const { events } = (await call('GET', `/api/documents/${id}/timeline`)).body as { events: { event_type: string }[] }
  expect(events.map((event) => event.event_type)).toEqual(['document_created', 'send_attempted', 'send_success'])
})

test('Without addresses in the query, company numbers decide and the endpoint of the UBL does not', async () => {
  const { draft, send, documents } = await world()
  const elsewhere = invoice.replace('"0208">0848934496</cbc:EndpointID>', '"9930">DE123456788</cbc:EndpointID>')
  const id = await draft(elsewhere)
  expect((await send(id, '')).status).toBe(200)
  expect(documents.get(id)!.route).toEqual({ sender: '0208:0403170701', receiver: globex })
  const german = await draft(elsewhere.replace('"0208">0848934496</cbc:CompanyID>', '"0204">HRB 1</cbc:CompanyID>'))
  expect((await send(german, '')).status).toBe(400)
  expect((await send(german, to('9930', 'DE123456788'))).status).toBe(200)
  expect(documents.get(german)!.route!.receiver).toBe('9930:DE123456788')
})

test('409 for a sender that the account does not own', async () => {
  const { draft, send, documents } = await world()
  const id = await draft()
  expect(await send(id, toGlobex.replace('0403170701', '0848934496'))).toMatchObject({
    status: 409,
    body: { detail: 'Document is not allowed to be sent - tenant does not own the sender Peppol ID' },
  })
  expect(documents.get(id)!.shown.state).toBe('DRAFT')
})

test('An unknown participant is neither valid nor found; a document for it fails and may be sent again', async () => {
  const { call, draft, send, settle, arrivals } = await world()
  const known = await call('GET', `/api/validate/peppol-id?peppol_id=${globex}`)
  expect(known.body).toMatchObject({
    is_valid: true,
    supported_document_types: [expect.stringContaining('::Invoice##'), expect.any(String)],
  })
  expect((await call('GET', `/api/lookup?peppol_id=${globex}`)).body).toMatchObject({ status: 'success', errors: [] })
  const unknown = await call('GET', '/api/validate/peppol-id?peppol_id=9930:DE1')
  expect(unknown).toMatchObject({ status: 200, body: { is_valid: false, dns_valid: false, business_card: null } })
  expect((await call('GET', '/api/lookup?peppol_id=9930:DE1')).body).toMatchObject({ status: 'error' })
  expect((await call('GET', '/api/validate/peppol-id?peppol_id=0848934496')).status).toBe(422)
  const id = await draft()
  await send(id, to('9930', 'DE1'))
  expect(settle(id).type).toBe('document.sent.failed')
  expect((await send(id)).body).toMatchObject({ state: 'TRANSIT' })
  expect(settle(id).type).toBe('document.sent')
  expect(arrivals.length).toBe(1)
})

test('A file sent twice is two documents, and the buyer gets both', async () => {
  const { draft, send, settle, call, arrivals } = await world()
  for (const id of [await draft(), await draft()]) {
    await send(id)
    settle(id)
  }
  expect(new Set(arrivals.map(({ documentId }) => documentId)).size).toBe(2)
  const page = await call('GET', '/api/outbox/?search=2026-0001&page_size=1')
  expect(page.body).toMatchObject({ total: 2, pages: 2, has_next_page: true, items: [{ invoice_id: '2026-0001' }] })
  expect((await call('GET', '/api/outbox/?page_size=101')).status).toBe(422)
})

test('After a lost answer, the document is among the drafts, with the bytes that were sent', async () => {
  const { upload, call, send, troubles, requests, documents } = await world()
  troubles.push({ at: /^POST .*\/ubl$/, answer: 'lost answer' })
  await expect(upload('/api/documents/ubl')).rejects.toThrow()
  const { items } = (await call('GET', '/api/drafts/?search=2026-0001')).body as { items: { id: string }[] }
  expect(items).toMatchObject([{ id: [...documents.keys()][0], state: 'DRAFT' }])
  const { id } = items[0]!
  const kept = (await call('GET', `/api/documents/${id}/ubl`)).body as { signed_url: string; file_hash: string }
  expect(await (await fetch(kept.signed_url)).text()).toBe(invoice)
  troubles.push({ at: /\/send$/, answer: 'lost answer' })
  await expect(send(id)).rejects.toThrow()
  expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ state: 'TRANSIT' })
  expect((await send(id)).status).toBe(405)
  expect(requests.filter(({ path }) => path.endsWith('/send')).map(({ status }) => status)).toEqual([undefined, 405])
})

test('Troubles on command: 429 with Retry-After, a lost request, no answer; each once', async () => {
  const { draft, send, upload, call, troubles, documents } = await world()
  troubles.push({ at: /\/ubl$/, answer: 'lost request' })
  await expect(upload('/api/documents/ubl')).rejects.toThrow()
  expect(documents.size).toBe(0)
  const id = await draft()
  troubles.push({ at: /\/send$/, answer: 429, retryAfterSeconds: 30 })
  const limited = await send(id)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30'])
  expect(documents.get(id)!.shown.state).toBe('DRAFT')
  troubles.push({ at: /\/me\/$/, answer: 'none' })
  await expect(call('GET', '/api/me/', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
  expect((await call('GET', '/api/me/')).body).toMatchObject({ peppol_ids: studio.peppolIds })
  expect((await send(id)).status).toBe(200)
})

test('In test mode a document goes by mail, and no account sees the documents of another', async () => {
  const { draft, send, settle, call, arrivals } = await world()
  const id = await draft(invoice, other.apiKey)
  expect((await send(id, toGlobex, other.apiKey)).body).toMatchObject({ state: 'TRANSIT' })
  settle(id)
  expect(arrivals).toMatchObject([{ by: 'mail' }])
  expect((await call('GET', `/api/documents/${id}`)).status).toBe(404)
  expect((await send(id)).status).toBe(404)
  expect((await call('GET', '/api/outbox/')).body).toMatchObject({ total: 0 })
})

test('Signatures match the signatures that the vendor publishes', () => {
  const document = {
    id: 'doc-1',
    name: 'test.xml',
    type: 'application/xml',
    size: 100,
    url: 'https://example.com/test.xml',
  }
  expect(eInvoiceBeSignature({ document }, 'secret')).toBe(
    'sha256=6722b498bf28ce7ca5a6f21c0fca9166e24dea480978b276725ff46e503dd70f',
  )
  const event = {
    id: 'evt-e7wyc7gtpqx4z73x2wqmwhebhbb3r8n3ovfhcsdbulxr3s2awf49de76yglrnri3',
    tenant_id: 'ten-abc123',
    created_at: 1_762_780_249,
    type: 'document.sent',
    data: { document_id: 'doc-1' },
    text: '⚡️ New webhook event: document.sent\n\n{\n  "document_id": "doc-1"\n}',
  }
  expect(eInvoiceBeSignature(event, 'secret')).toBe(
    'sha256=2f8ec8fab5adedd8f82a2b4064f559c40b14aed0c6da27ed394e51176b10bd1b',
  )
})

test('Webhooks come when the test triggers them: late, twice, out of order, with an old secret; redirects fail', async () => {
  const { call, draft, send, settle, deliver } = await world()
  const taken: { event: FakeEvent; signature: unknown; path: string }[] = []
  const receiver = await loopbackSite((request, response) => {
    const answer = (body: string) => {
      taken.push({
        event: JSON.parse(body) as FakeEvent,
        signature: request.headers['x-signature'],
        path: request.url!,
      })
      response.writeHead(request.url === '/moved' ? 307 : 200, { location: '/hook' }).end()
    }
    text(request).then(answer, () => response.destroy())
  })
  const register = (path: string, events: readonly string[], apiKey?: string) =>
    call('POST', '/api/webhooks/', { body: JSON.stringify({ url: `${receiver.url}${path}`, events }) }, apiKey)
  const { status, body: hook } = await register('/hook', ['document.sent', 'document.sent.failed'])
  expect(status).toBe(201)
  await register('/others', ['document.sent'], other.apiKey)
  await register('/received', ['document.received'])
  const id = await draft()
  await send(id)
  const failed = settle(id, 'FAILED')
  await send(id)
  const sent = settle(id)
  expect(taken).toEqual([])
  for (const event of [sent, failed, failed]) expect(await deliver(event)).toEqual([{ status: 200, isDelivered: true }])
  await deliver(sent, { secret: 'before' })
  expect(taken.map(({ event, path }) => [event.id, path])).toEqual(
    [sent, failed, failed, sent].map((event) => [event.id, '/hook']),
  )
  expect(taken[0]).toMatchObject({
    event: { type: 'document.sent', tenant_id: 'ten-studio', data: { document_id: id } },
    signature: eInvoiceBeSignature(sent, hook.secret as string),
  })
  expect(taken[3]!.signature).toBe(eInvoiceBeSignature(sent, 'before'))
  await call('DELETE', `/api/webhooks/${hook.id as string}`)
  await register('/moved', ['document.sent'])
  expect(await deliver(sent)).toEqual([{ status: 307, isDelivered: false }])
  expect(taken.slice(4).map(({ path }) => path)).toEqual(['/moved'])
})

test('An answer of the buyer is an event only on the timeline', async () => {
  const { draft, send, settle, respond, call } = await world()
  const id = await draft()
  await send(id)
  settle(id)
  respond(id, 'imr_received', null)
  const { events } = (await call('GET', `/api/documents/${id}/timeline`)).body as { events: object[] }
  expect(events.at(-1)).toMatchObject({ event_type: 'imr_received', details: null })
  expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ state: 'SENT' })
})

test('The end of a test closes the address and the requests without an answer', async () => {
  // Vitest runs these in reverse order, so this one runs after the fake has closed.
  onTestFinished(async () => {
    await expect(fetch(url)).rejects.toThrow()
    await expect(waiting).resolves.toBe('closed')
  })
  const { url, call, troubles } = await world()
  troubles.push({ at: /\/me\/$/, answer: 'none' })
  const waiting = call('GET', '/api/me/').then(
    () => 'answered',
    () => 'closed',
  )
  await expect.poll(() => troubles.length).toBe(0)
})
