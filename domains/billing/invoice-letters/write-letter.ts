import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MailAttachment, Mailer } from '../../../platform/mail/index.ts'
import { mailBrandOf, publishedIdentity, type PublishedIdentity } from '../../accounts/brand/index.ts'
import {
  chosenProfile,
  keepSentDocuments,
  pdfOf,
  xmlObstacle,
  xmlOf,
  type WholeInvoice,
  type MissingCharacters,
} from '../documents/index.ts'
import { getClientInvoiceXml } from '../documents/contract.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import { payableOnline } from '../payments/index.ts'
import { invoiceMailKind, type PayLink } from './rules.ts'
import { insertLetter } from './store.ts'
import type { InvoiceLetterRow } from './tables.ts'
import { textOf } from './words.ts'

export interface InvoiceLetterParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
}

/** The enclosures of a letter: made outside of any transaction, of an invoice as it was read. */
export interface Enclosures {
  readonly pdf: Buffer
  /** In the profile of the client. */
  readonly xml: Buffer | null
  /** Why there is no electronic invoice, and the missing fields. */
  readonly omission: { readonly xmlOmitted: string | null; readonly xmlLacks: readonly string[] }
  readonly evidence: { readonly pdf: Buffer; readonly sha256: string } | null
}

/** The documents of an issued invoice that is not void, without evidence; else the failure of `pdfOf`. */
export const makeEnclosures = async (
  source: WholeInvoice,
  signal: AbortSignal,
): Promise<Enclosures | 'notReconciled' | MissingCharacters> => {
  const pdf = await pdfOf(source, signal)
  if (pdf === 'notReconciled' || 'field' in pdf) return pdf
  const profile = chosenProfile(source.row)
  const obstacle = xmlObstacle(source, profile)
  return { pdf, xml: obstacle ? null : xmlOf(source, profile), omission: omissionOf(obstacle), evidence: null }
}

interface LetterInput {
  readonly enclosed: Enclosures
  readonly workspaceName: string
  readonly now: Date
  /** Null for a reminder, which is automatic. */
  readonly createdBy: string | null
  readonly reminder?: { readonly day: number; readonly late: number }
}

/** Queues the letter of an invoice that the caller holds, and whose address is known, in the transaction of its row. */
export const writeLetter = async (
  tx: Transaction,
  parts: InvoiceLetterParts,
  row: InvoiceRow,
  { enclosed, workspaceName, now, createdBy, reminder }: LetterInput,
): Promise<InvoiceLetterRow> => {
  const identity = await publishedIdentity(tx)
  const { payLink, ...portal } = await payLinkOf(tx, parts, row, identity)
  const brand = identity ? mailBrandOf(identity, parts.linkTo) : { name: row.sellerLegalName ?? workspaceName }
  const attachments = attachmentsOf(row, enclosed)
  const documentHashes = await keepSentDocuments(
    tx,
    row.id,
    attachments.map(({ content }) => content),
    now,
  )
  const carried = { hasXml: enclosed.xml !== null, hasEvidence: enclosed.evidence !== null }
  const mailId = await parts.mailer.queueMail(tx, {
    to: { name: row.buyerContact?.name ?? row.buyerLegalName, address: row.buyerBillingEmail! },
    kind: invoiceMailKind,
    paced: true,
    ...textOf(row, { sender: brand.name, ...carried, ...portal, late: reminder?.late }),
    brand,
    language: row.language ?? 'en',
    attachments,
    ...(row.sellerContact?.email && { replyTo: row.sellerContact.email }),
  })
  return insertLetter(tx, {
    id: uuidv7(),
    invoiceId: row.id,
    mailId,
    payLink,
    kind: reminder ? 'reminder' : 'invoice',
    dayOffset: reminder?.day ?? null,
    invoiceStatus: row.status,
    recipient: row.buyerBillingEmail!,
    language: row.language ?? 'en',
    hasXml: carried.hasXml,
    ...enclosed.omission,
    evidenceSha256: enclosed.evidence?.sha256 ?? null,
    documentHashes,
    createdAt: now,
    createdBy,
  })
}

const omissionOf = (none: ReturnType<typeof xmlObstacle>): Enclosures['omission'] => ({
  xmlOmitted: none ? getClientInvoiceXml.errors[none.reason].code : null,
  xmlLacks: none?.which ?? [],
})

/** The attachments of a letter. */
export const attachmentsOf = ({ invoiceNumber }: InvoiceRow, { pdf, xml, evidence }: Enclosures): MailAttachment[] => [
  { fileName: `${invoiceNumber}.pdf`, mediaType: 'application/pdf', content: pdf },
  ...(xml ? [{ fileName: `${invoiceNumber}.xml`, mediaType: 'application/xml', content: xml }] : []),
  ...(evidence
    ? [{ fileName: `${invoiceNumber}-evidence.pdf`, mediaType: 'application/pdf', content: evidence.pdf }]
    : []),
]

/** A letter leads into the portal, never to the provider’s page, which closes within a day: decisions/0090. */
const payLinkOf = async (
  tx: Transaction,
  { linkTo }: InvoiceLetterParts,
  row: InvoiceRow,
  identity: PublishedIdentity | undefined,
): Promise<{ readonly payLink: PayLink; readonly isPayable: boolean; readonly portalUrl: string | undefined }> => {
  const isPayable = (await payableOnline(tx))(row)
  if (!identity?.portalEnabled || identity.slug === null)
    return { payLink: isPayable ? 'no_portal' : 'not_payable', isPayable, portalUrl: undefined }
  const path = `/console/portal/${encodeURIComponent(identity.slug)}/invoices/${row.id}`
  return { payLink: isPayable ? 'given' : 'not_payable', isPayable, portalUrl: linkTo(path) }
}
