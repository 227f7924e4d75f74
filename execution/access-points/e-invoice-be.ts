import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { AccessPointFailure } from './access-point.ts'
import type { AccessPoint, AccessPointEnvironment, Endpoint, OutgoingDocument } from './access-point.ts'
import { openApi, type EInvoiceBeApi } from './e-invoice-be-api.ts'
import { Document, factsOf, Timeline } from './e-invoice-be-facts.ts'
import { readNotice } from './e-invoice-be-notices.ts'

const Validated = Type.Object({ is_valid: Type.Boolean(), dns_valid: Type.Boolean() })

/** The access point e-invoice.be; a connection calls the address of its own environment only. */
export const openEInvoiceBe = (
  fetcher: Fetcher,
  addresses: Readonly<Record<AccessPointEnvironment, string>>,
): AccessPoint => ({
  reach: async (account, { scheme, value }) => {
    const api = openApi(fetcher, addresses[account.environment], account)
    const question = { path: '/api/validate/peppol-id', query: { peppol_id: `${scheme}:${value}` } }
    try {
      const { body } = await api.ask(question, Validated)
      if (body.is_valid) return 'reachable'
      return body.dns_valid ? 'unknown' : 'notThere'
    } catch (error) {
      if (error instanceof AccessPointFailure) return 'unknown'
      throw error
    }
  },
  send: async (account, document, journal) => {
    const api = openApi(fetcher, addresses[account.environment], account)
    const before =
      journal.reference === null ? undefined : await earlierDocument(api, journal.reference, journal.hasBegun)
    const found = before ?? (await draftOf(api, document))
    if (found.id !== journal.reference) await journal.keepReference(found.id)
    // A failure that is learned after a lost answer is the outcome; before it, a person asked for another attempt.
    const isToSend = found.state === 'DRAFT' || (found.state === 'FAILED' && !journal.hasBegun)
    if (isToSend) {
      await journal.keepBeginning()
      await sendDraft(api, found.id, document)
    }
    return { reference: found.id }
  },
  find: async (account, reference) => {
    const api = openApi(fetcher, addresses[account.environment], account)
    const path = `/api/documents/${encodeURIComponent(reference)}`
    const document = await api.ask({ path }, Document)
    const timeline = await api.ask({ path: `${path}/timeline` }, Timeline)
    return factsOf(document.body, timeline.body, document.bytes)
  },
  read: readNotice,
})

/** Undefined for a draft that was deleted; a document that may have been sent is never treated as unsent. */
const earlierDocument = async (api: EInvoiceBeApi, reference: string, hasBegun: boolean) => {
  const path = `/api/documents/${encodeURIComponent(reference)}`
  const expectation = hasBegun ? { passing: [400, 401, 402, 403, 404] } : { allowed: [404] }
  return (await api.askUnless({ path }, Document, expectation))?.body
}

/** The vendor refuses no duplicate: a document with these bytes, from an attempt whose answer was lost, comes first. */
const draftOf = async (api: EInvoiceBeApi, document: OutgoingDocument) =>
  (await uploadedOf(api, document)) ??
  (await api.ask({ method: 'POST', path: '/api/documents/ubl', file: document }, Document)).body

const pageSize = 100
const pagesMost = 10
const candidatesMost = 10

const Page = Type.Object({
  items: Type.Array(
    Type.Object({ ...Document.properties, invoice_id: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    { maxItems: pageSize },
  ),
  has_next_page: Type.Boolean(),
})
const StoredFile = Type.Object({ signed_url: Type.String({ maxLength: 4_000 }) })

const uploadedOf = async (api: EInvoiceBeApi, { invoiceNumber, sha256 }: OutgoingDocument) => {
  const candidates = []
  for (const path of ['/api/outbox/', '/api/drafts/'])
    for (let page = 1; page <= pagesMost; page += 1) {
      const query = { search: invoiceNumber, page: String(page), page_size: String(pageSize) }
      const { body } = await api.ask({ path, query }, Page)
      candidates.push(...body.items.filter((item) => item.invoice_id === invoiceNumber))
      if (!body.has_next_page) break
    }
  for (const candidate of candidates.slice(0, candidatesMost)) {
    const path = `/api/documents/${encodeURIComponent(candidate.id)}/ubl`
    const { body } = await api.ask({ path }, StoredFile)
    if (hash('sha256', await api.readFile(body.signed_url)) === sha256) return candidate
  }
  return undefined
}

const addressOf = (side: 'sender' | 'receiver', { scheme, value }: Endpoint) => ({
  [`${side}_peppol_scheme`]: scheme,
  [`${side}_peppol_id`]: value,
})

/** Without the four parameters, the vendor takes company numbers for addresses. */
const sendDraft = (api: EInvoiceBeApi, reference: string, { from, to }: OutgoingDocument) => {
  const query = { ...addressOf('sender', from), ...addressOf('receiver', to) }
  const path = `/api/documents/${encodeURIComponent(reference)}/send`
  // 405: an earlier attempt sent it. 400 may mean that it is not validated yet.
  return api.askUnless({ method: 'POST', path, query }, Document, { allowed: [405], passing: [400] })
}
