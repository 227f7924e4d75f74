import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fakeEInvoiceBe } from '../../testing/access-points/e-invoice-be.ts'
import { openFetcher } from '../../platform/fetch/index.ts'
import { AccessPointFailure, openAccessPoints, type Journal, type OutgoingDocument } from './index.ts'

const seller = { scheme: '0208', value: '0403170701' }
const buyer = { scheme: '0208', value: '0848934496' }
const nobody = { scheme: '9930', value: 'DE123456788' }
const tenant = { id: 'ten-studio', apiKey: 'key-studio', peppolIds: ['0208:0403170701'] }
const account = { environment: 'test', apiKey: tenant.apiKey } as const

const party = (role: string, { scheme, value }: typeof seller) =>
  `<cac:Accounting${role}Party><cac:Party><cbc:EndpointID schemeID="${scheme}">${value}</cbc:EndpointID>
  <cac:PartyLegalEntity><cbc:RegistrationName>Studio É</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:Accounting${role}Party>`
const ublFor = (to: typeof seller, number = '2026-0001') => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID><cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>2026-11-27</cbc:IssueDate><cbc:BuyerReference>PO-7</cbc:BuyerReference>
${party('Supplier', seller)}${party('Customer', to)}<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine></Invoice>`

const documentOf = (change: Partial<OutgoingDocument> & { xml?: string } = {}): OutgoingDocument => {
  const bytes = Buffer.from(change.xml ?? ublFor(change.to ?? buyer))
  return { bytes, sha256: hash('sha256', bytes), invoiceNumber: '2026-0001', from: seller, to: buyer, ...change }
}

const world = async () => {
  const fake = await fakeEInvoiceBe([tenant], new Set(['0208:0848934496']))
  const live = await fakeEInvoiceBe([tenant], new Set(['0208:0848934496']))
  const fetcher = openFetcher({ privateHosts: [fake.host, live.host] })
  const addresses = { 'e-invoice-be-test': `${fake.url}/`, 'e-invoice-be-live': live.url }
  const driver = openAccessPoints({ fetcher, addresses })['e-invoice-be']
  const kept: string[] = []
  const journal = (change: Partial<Journal> = {}): Journal => ({
    reference: null,
    hasBegun: false,
    keepReference: async (reference) => void kept.push(`reference ${reference}`),
    keepBeginning: async () => void kept.push('beginning'),
    ...change,
  })
  const send = (change: Partial<Journal> = {}, document = documentOf()) =>
    driver.send(account, document, journal(change))
  const failed = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof AccessPointFailure)) throw new Error(`Expected a failure, got ${String(error)}`)
    return [error.kind, error.detail, error.retryAfterMs]
  }
  const sends = () => fake.requests.filter(({ path }) => path.endsWith('/send')).length
  return { ...fake, live, driver, kept, send, failed, sends }
}

test('a document is created and sent once, with both addresses, and its journal is kept before each', async () => {
  const { send, kept, documents, requests, settle, driver, live } = await world()
  const { reference } = await send()
  expect(kept).toEqual([`reference ${reference}`, 'beginning'])
  expect(documents.get(reference)).toMatchObject({
    fileName: '2026-0001.xml',
    route: { sender: '0208:0403170701', receiver: '0208:0848934496' },
  })
  expect(requests.find(({ path }) => path === '/api/documents/ubl')!.fileSha256).toBe(documentOf().sha256)
  expect(await driver.find(account, reference)).toMatchObject([{ state: 'handed_over', code: 'TRANSIT' }])
  settle(reference)
  expect(await driver.find(account, reference)).toMatchObject([
    { state: 'delivered', code: 'SENT', at: expect.any(Date) as Date, detail: null },
  ])
  expect(live.requests).toEqual([])
})

test('a live connection calls only the live address, and a test connection never does', async () => {
  const { driver, requests, live } = await world()
  expect(await driver.reach({ ...account, environment: 'live' }, buyer)).toBe('reachable')
  expect([requests.length, live.requests.length]).toEqual([0, 1])
  const fetcher = openFetcher()
  for (const address of ['https://api.e-invoice.be', 'https://api.e-invoice.be/v2/', 'http://api.e-invoice.be'])
    expect(() => openAccessPoints({ fetcher, addresses: { 'e-invoice-be-test': address } })).toThrow(/live address/)
  const both = { 'e-invoice-be-test': 'https://a.example/1', 'e-invoice-be-live': 'https://a.example/2' }
  expect(() => openAccessPoints({ fetcher, addresses: both })).toThrow(/live address/)
})

test('reach reports whether the network knows a receiver, and unknown after a failed look-up', async () => {
  const { driver, troubles } = await world()
  expect(await driver.reach(account, buyer)).toBe('reachable')
  expect(await driver.reach(account, nobody)).toBe('notThere')
  troubles.push({ at: /peppol-id/, answer: 503 }, { at: /peppol-id/, answer: 'lost answer' })
  expect([await driver.reach(account, buyer), await driver.reach(account, buyer)]).toEqual(['unknown', 'unknown'])
  expect(await driver.reach({ ...account, apiKey: 'key-unknown' }, buyer)).toBe('unknown')
})

test('after a lost answer to its creation, the draft with these bytes is found and sent', async () => {
  const { send, failed, troubles, documents, sends } = await world()
  const other = documentOf({ xml: ublFor(buyer).replace('PO-7', 'PO-8') })
  troubles.push({ at: /^POST .*\/ubl$/, answer: 'lost answer' })
  expect((await failed(send({}, other)))[0]).toBe('unavailable')
  troubles.push({ at: /^POST .*\/ubl$/, answer: 'lost answer' })
  expect((await failed(send()))[0]).toBe('unavailable')
  expect([documents.size, sends()]).toEqual([2, 0])
  const { reference } = await send()
  expect([documents.size, sends()]).toEqual([2, 1])
  expect(documents.get(reference)!.bytes).toEqual(documentOf().bytes)
})

test.each(['TRANSIT', 'SENT'] as const)('a document with these bytes that is %s is not sent again', async (state) => {
  const { send, settle, sends, documents } = await world()
  const { reference } = await send()
  if (state === 'SENT') settle(reference)
  // The caller’s record of it is lost, for instance by the restore of an older backup.
  expect(await send()).toEqual({ reference })
  expect([documents.size, sends()]).toEqual([1, 1])
})

test('after a lost answer to its sending, it is sent again only if it is still a draft', async () => {
  const { send, failed, troubles, sends, kept } = await world()
  troubles.push({ at: /\/send$/, answer: 'lost request' })
  expect((await failed(send()))[0]).toBe('unavailable')
  const reference = kept[0]!.split(' ')[1]!
  troubles.push({ at: /\/send$/, answer: 'lost answer' })
  expect((await failed(send({ reference, hasBegun: true })))[0]).toBe('unavailable')
  expect(await send({ reference, hasBegun: true })).toEqual({ reference })
  expect(sends()).toBe(2)
  expect(kept).toEqual([`reference ${reference}`, 'beginning', 'beginning'])
})

test('a failure that is learned after a lost answer is the outcome; another attempt sends the same document', async () => {
  const { send, settle, driver, sends, documents } = await world()
  const { reference } = await send({}, documentOf({ to: nobody, xml: ublFor(nobody) }))
  settle(reference, 'FAILED', { error: 'Receiver\nnot \u0000found', code: 'SMP-404' })
  const again = documentOf({ to: nobody, xml: ublFor(nobody) })
  expect(await send({ reference, hasBegun: true }, again)).toEqual({ reference })
  expect(sends()).toBe(1)
  expect(await driver.find(account, reference)).toMatchObject([
    { state: 'failed', code: 'FAILED', detail: 'Receiver not \ufffdfound · SMP-404' },
  ])
  expect(await send({ reference }, again)).toEqual({ reference })
  expect([sends(), documents.size]).toEqual([2, 1])
})

test('a draft that was deleted is created again; a draft that may have been sent is not', async () => {
  const { send, failed, documents } = await world()
  expect(await failed(send({ reference: 'doc-gone', hasBegun: true }))).toEqual([
    'unavailable',
    expect.stringMatching(/^404: /),
    0,
  ])
  expect(documents.size).toBe(0)
  const { reference } = await send({ reference: 'doc-gone' })
  expect([...documents.keys()]).toEqual([reference])
})

test('a refusal has its status and its text, and nothing was sent', async () => {
  const { send, failed, kept, driver, sends } = await world()
  const broken = documentOf({ xml: ublFor(buyer).replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '') })
  expect(await failed(send({}, broken))).toEqual([
    'refused',
    '406: Document can not be validated as valid UBL document',
    0,
  ])
  expect(await failed(send({}, documentOf({ from: buyer })))).toEqual(['refused', expect.stringMatching(/^409: /), 0])
  expect(await failed(send({}, documentOf({ xml: '<Order/>' })))).toEqual([
    'refused',
    expect.stringMatching(/^415: /),
    0,
  ])
  const unknown = { ...account, apiKey: 'key-unknown' }
  kept.length = 0
  const journal = { reference: null, hasBegun: false, keepReference: async () => {}, keepBeginning: async () => {} }
  expect(await failed(driver.send(unknown, documentOf(), journal))).toEqual([
    'refused',
    '401: Invalid or missing API key',
    0,
  ])
  expect(await failed(driver.find(account, 'doc-gone'))).toEqual(['refused', expect.stringMatching(/^404: /), 0])
  expect([sends(), kept]).toEqual([2, []])
})

test.each([
  [/\/send$/, 429, 30_000],
  [/\/send$/, 400, 0],
  [/^GET .*\/outbox\/$/, 500, 0],
  [/^POST .*\/ubl$/, 503, 0],
] as const)('%s with %i may be tried again', async (at, answer, retryAfterMs) => {
  const { send, failed, troubles } = await world()
  troubles.push({ at, answer, ...(retryAfterMs > 0 && { retryAfterSeconds: retryAfterMs / 1_000 }) })
  expect(await failed(send())).toEqual(['unavailable', `${answer}: Status ${answer} on command`, retryAfterMs])
  expect((await send()).reference).toMatch(/^doc-/)
})

test('405 to a sending is an earlier sending that succeeded', async () => {
  const { send, troubles } = await world()
  troubles.push({ at: /\/send$/, answer: 405 })
  expect((await send()).reference).toMatch(/^doc-/)
})

test('nothing is sent if the journal does not keep that it begins', async () => {
  const { send, sends } = await world()
  const stopped = async () => {
    throw new Error('stopped')
  }
  await expect(send({ keepBeginning: stopped })).rejects.toThrow('stopped')
  await expect(send({ keepReference: stopped })).rejects.toThrow('stopped')
  expect(sends()).toBe(0)
})

test('answers of the buyer are facts, with a code if the event has one', async () => {
  const { send, settle, respond, driver } = await world()
  const { reference } = await send()
  settle(reference)
  respond(reference, 'mlr_received', { status: 'AP' })
  respond(reference, 'imr_received', null)
  respond(reference, 'imr_received', { sender: 'AP', response: { response_code: 'RE', text: 'AP' } })
  expect(await driver.find(account, reference)).toMatchObject([
    { state: 'delivered' },
    { state: 'answered', answer: null, code: 'imr_received' },
    { state: 'answered', answer: 'RE', at: expect.any(Date) as Date },
  ])
})
