import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { XmlElement } from '@rgrove/parse-xml'
import { ok, refusal, type Answer, type Call, type FakeDocument, type Handler, type Route } from './calls.ts'
import { elementsAt, peppolIssues, textAt, ublRootOf } from './peppol-checks.ts'

const documentsMost = 1_000
const notFound = refusal(404, "Document with the specified ID doesn't exist")

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Adds an event to the timeline of the document. */
export const note = (document: FakeDocument, type: string, details: object | null = null): number =>
  document.timeline.push({ event_type: type, timestamp: new Date().toISOString(), id: randomUUID(), details })

/** Documents, drafts and the outbox. */
export const documentRoutes = (documents: Map<string, FakeDocument>): readonly Route[] => {
  const withOwn =
    (work: (document: FakeDocument, call: Call) => Answer): Handler =>
    (call, id) => {
      const document = documents.get(id)
      return document?.tenant === call.tenant ? work(document, call) : notFound
    }
  const create: Handler = (call) => {
    const file = fileOf(call)
    if (!file) return refusal(422, 'Field required: body.file')
    const root = ublRootOf(file.bytes)
    if (!root) return refusal(415, 'UBL file is not valid or empty')
    if (documents.size >= documentsMost) return refusal(500, 'Unexpected server error')
    const shown = { id: `doc-${randomBytes(12).toString('hex')}`, state: 'DRAFT' as const, ...summaryOf(root) }
    const issues = peppolIssues(root)
    const document = { tenant: call.tenant, ...file, issues, shown, timeline: [], route: undefined }
    documents.set(shown.id, document)
    note(document, 'document_created')
    return ok(shown, 201)
  }
  const list =
    (...states: readonly string[]): Handler =>
    ({ tenant, query }) =>
      pageOf(
        [...documents.values()]
          .filter((each) => each.tenant === tenant && states.includes(each.shown.state))
          .filter(({ shown }) => (query.state ?? shown.state) === shown.state)
          .filter(({ shown }) =>
            [shown.invoice_id, shown.vendor_name, shown.customer_name].some((text) =>
              String(text).includes(query.search ?? ''),
            ),
          )
          .map(({ shown }) => shown)
          .toReversed(),
        query,
      )
  const remove = withOwn(({ shown }) => {
    if (shown.state !== 'DRAFT') return refusal(400, 'Document is not in draft state')
    return ok({ is_deleted: documents.delete(shown.id) })
  })
  return [
    ['POST', /^\/api\/documents\/(ubl)$/, create],
    ['POST', /^\/api\/documents\/([^/]+)\/send$/, withOwn(send)],
    ['POST', /^\/api\/documents\/([^/]+)\/validate$/, withOwn((document) => ok(validationOf(document)))],
    ['POST', /^\/api\/validate\/(ubl)$/, validateUbl],
    ['GET', /^\/api\/documents\/([^/]+)$/, withOwn(({ shown }) => ok(shown))],
    ['DELETE', /^\/api\/documents\/([^/]+)$/, remove],
    ['GET', /^\/api\/documents\/([^/]+)\/ubl$/, withOwn((document, { url }) => ok(ublOf(document, url)))],
    [
      'GET',
      /^\/api\/documents\/([^/]+)\/timeline$/,
      withOwn(({ shown, timeline }) => ok({ document_id: shown.id, events: timeline })),
    ],
    ['GET', /^\/api\/(outbox\/drafts|drafts\/)$/, list('DRAFT', 'TRANSIT', 'FAILED')],
    ['GET', /^\/api\/(outbox)\/$/, list('SENT')],
  ]
}

/** The part `file` of a multipart body; undefined for other bodies, and for a part without a file name. */
const fileOf = ({ body, contentType, request }: Call) => {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const [, head, content] = /^\r\n([^]*?)\r\n\r\n([^]*)\r\n$/.exec(part) ?? []
    const fileName = / filename="([^"]*)"/.exec(head ?? '')?.[1]
    if (fileName === undefined || !head!.includes(' name="file"')) continue
    const bytes = Buffer.from(content!, 'latin1')
    request.fileSha256 = sha256(bytes)
    return { bytes, fileName }
  }
  return undefined
}

const summaryOf = (root: XmlElement) => {
  const party = (name: 'vendor' | 'customer', path: string) => ({
    [`${name}_name`]: textAt(root, `${path}/PartyLegalEntity/RegistrationName`),
    [`${name}_company_id`]: textAt(root, `${path}/PartyLegalEntity/CompanyID`),
    [`${name}_tax_id`]: textAt(root, `${path}/PartyTaxScheme/CompanyID`),
  })
  return {
    document_type: root.name.endsWith('CreditNote') ? 'CREDIT_NOTE' : 'INVOICE',
    direction: 'OUTBOUND',
    created_at: new Date().toISOString(),
    invoice_id: textAt(root, 'ID'),
    invoice_date: textAt(root, 'IssueDate'),
    due_date: textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans/PaymentDueDate'),
    purchase_order: textAt(root, 'OrderReference/ID'),
    note: textAt(root, 'Note'),
    currency: textAt(root, 'DocumentCurrencyCode') ?? 'EUR',
    subtotal: textAt(root, 'LegalMonetaryTotal/TaxExclusiveAmount'),
    total_tax: textAt(root, 'TaxTotal/TaxAmount'),
    invoice_total: textAt(root, 'LegalMonetaryTotal/TaxInclusiveAmount'),
    amount_due: textAt(root, 'LegalMonetaryTotal/PayableAmount'),
    ...party('vendor', 'AccountingSupplierParty/Party'),
    ...party('customer', 'AccountingCustomerParty/Party'),
    customer_peppol_id: endpointOf(root, 'AccountingCustomerParty/Party'),
  }
}

const endpointOf = (root: XmlElement, party: string) => {
  const [endpoint] = elementsAt(root, `${party}/EndpointID`)
  return endpoint ? `${endpoint.attributes.schemeID}:${endpoint.text.trim()}` : null
}

const send = (document: FakeDocument, { tenant, query }: Call): Answer => {
  const { shown, issues } = document
  if (shown.state !== 'DRAFT' && shown.state !== 'FAILED') return refusal(405, 'Document is not in draft state')
  if (issues.length > 0) return refusal(406, 'Document can not be validated as valid UBL document')
  const sender = addressOf(query, 'sender') ?? derivedAddress(shown, 'vendor')
  const receiver = addressOf(query, 'receiver') ?? derivedAddress(shown, 'customer')
  if (!sender || !receiver) return refusal(400, 'Document UBL is not validated yet or missing Peppol information')
  if (!tenant.peppolIds.includes(sender))
    return refusal(409, 'Document is not allowed to be sent - tenant does not own the sender Peppol ID')
  document.route = { sender, receiver }
  shown.state = 'TRANSIT'
  note(document, 'send_attempted')
  return ok(shown)
}

const addressOf = (query: Call['query'], side: 'sender' | 'receiver') => {
  const { [`${side}_peppol_scheme`]: scheme, [`${side}_peppol_id`]: id } = query
  return scheme && id ? `${scheme}:${id}` : undefined
}

/** Without query parameters the vendor takes the company or tax number, and never the endpoint of the UBL. */
const derivedAddress = (shown: FakeDocument['shown'], side: 'vendor' | 'customer') => {
  const number = /^(?:BE)?(\d{10})$/.exec(String(shown[`${side}_company_id`] ?? shown[`${side}_tax_id`]))?.[1]
  return number === undefined ? undefined : `0208:${number}`
}

const validationOf = ({ fileName, issues }: Pick<FakeDocument, 'fileName' | 'issues'>) => ({
  id: randomUUID(),
  file_name: fileName,
  is_valid: issues.length === 0,
  issues,
  ubl_document: null,
})

const validateUbl: Handler = (call) => {
  const file = fileOf(call)
  if (!file) return refusal(422, 'Field required: body.file')
  const root = ublRootOf(file.bytes)
  if (!root) return refusal(422, 'Invalid file type')
  return ok(validationOf({ fileName: file.fileName, issues: peppolIssues(root) }), 201)
}

const ublOf = ({ shown, bytes, fileName, route, issues }: FakeDocument, url: string) => {
  const [senderScheme = null, senderId = null] = route?.sender.split(':') ?? []
  const [receiverScheme = null, receiverId = null] = route?.receiver.split(':') ?? []
  return {
    id: shown.id,
    file_name: fileName,
    file_size: bytes.length,
    file_hash: sha256(bytes),
    signed_url: `${url}/files/${shown.id}?signature=${sha256(Buffer.from(shown.id))}`,
    sender_peppol_scheme: senderScheme,
    sender_peppol_id: senderId,
    receiver_peppol_scheme: receiverScheme,
    receiver_peppol_id: receiverId,
    validated_at: issues.length === 0 ? shown.created_at : null,
  }
}

const pageOf = (found: readonly object[], query: Call['query']): Answer => {
  const page = Number(query.page ?? 1)
  const size = Number(query.page_size ?? 20)
  const isIn = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
  if (!isIn(page, documentsMost) || !isIn(size, 100)) return refusal(422, 'Input should be a valid page')
  const pages = Math.ceil(found.length / size)
  const items = found.slice((page - 1) * size, page * size)
  return ok({ items, total: found.length, page, page_size: size, pages, has_next_page: page < pages })
}
