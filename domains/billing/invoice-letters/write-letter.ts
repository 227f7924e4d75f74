import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MailAttachment, Mailer } from '../../../platform/mail/index.ts'
import { mailBrandOf, publishedIdentity, type PublishedIdentity } from '../../accounts/brand/index.ts'
import {
  chosenProfile,
  recordSentDocuments,
  pdfOf,
  xmlObstacle,
  xmlOf,
  type WholeInvoice,
  type MissingCharacters,
  dayInWords,
  amountsIn,
} from '../documents/index.ts'
import { getClientInvoiceXml } from '../documents/contract.ts'
import { type InvoiceRow, dueDayOf } from '../invoices/index.ts'
import { payableOnline } from '../payments/index.ts'
import { invoiceMailKind, type PayLink } from './rules.ts'
import { insertLetter } from './store.ts'
import type { InvoiceLetterRow } from './tables.ts'
import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Language } from '../billables/contract/identities.ts'

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
  const documentHashes = await recordSentDocuments(
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

interface LetterFacts {
  readonly sender: string
  readonly hasXml: boolean
  readonly hasEvidence: boolean
  /** The invoice in the client's portal; undefined if there is no open portal. */
  readonly portalUrl: string | undefined
  /** True if it is paid there. */
  readonly isPayable: boolean
  /** For a reminder: the days that the invoice is overdue; negative before it is due. */
  readonly late?: number | undefined
}

interface Facts {
  readonly number: string
  readonly sender: string
  readonly total: string
  /** The amount that is due; undefined if it is the total, or nothing. */
  readonly rest: string | undefined
  readonly issued: string
  readonly due: string
}

const en = {
  subject: (isCredit: boolean, { number, sender, total, rest = total }: Facts) =>
    isCredit ? `Credit note ${number} from ${sender}` : `Invoice ${number} from ${sender}: ${rest}`,
  here: (isCredit: boolean, { number, issued, total }: Facts) =>
    `Here is ${isCredit ? 'credit note' : 'invoice'} ${number} for ${total}, issued on ${issued}.`,
  toPay: ({ due, rest }: Facts) =>
    rest === undefined ? `Please pay it by ${due}.` : `${rest} of it is still open. Please pay that by ${due}.`,
  toCredit: 'There is nothing for you to pay.',
  paid: (day: string) => `It was paid on ${day}. There is nothing left to pay.`,
  pdf: 'The PDF is attached.',
  both: 'The PDF is attached, with an electronic invoice (XML) for your accounting.',
  evidence: 'A second PDF shows what each line rests on.',
  pay: 'Pay online',
  see: (isCredit: boolean): string => (isCredit ? 'See the credit note' : 'See the invoice'),
  remindSubject: ({ number, total, rest = total }: Facts) => `Reminder: ${rest} for invoice ${number}`,
  stands: ({ number, issued, total, rest }: Facts) =>
    rest === undefined
      ? `Invoice ${number} for ${total}, issued on ${issued}, is not paid yet.`
      : `${rest} of invoice ${number} for ${total}, issued on ${issued}, is not paid yet.`,
  dueIn: ({ due }: Facts, late: number) =>
    late <= 0 ? `Please pay by ${due}.` : `It was due on ${due}. Please pay it now.`,
  crossed: 'If you have already paid, please ignore this reminder.',
}

const de: typeof en = {
  subject: (isCredit, { number, sender, total, rest = total }) =>
    isCredit ? `Rechnungskorrektur ${number} von ${sender}` : `Rechnung ${number} von ${sender}: ${rest}`,
  here: (isCredit, { number, issued, total }) =>
    `Anbei ${isCredit ? 'die Rechnungskorrektur' : 'die Rechnung'} ${number} vom ${issued} über ${total}.`,
  toPay: ({ due, rest }) =>
    rest === undefined
      ? `Bitte zahlen Sie den Betrag bis zum ${due}.`
      : `Davon sind noch ${rest} offen. Bitte zahlen Sie den Betrag bis zum ${due}.`,
  toCredit: 'Sie müssen nichts zahlen.',
  paid: (day) => `Sie wurde am ${day} bezahlt. Es ist nichts mehr offen.`,
  pdf: 'Das PDF liegt bei.',
  both: 'Das PDF liegt bei, ebenso eine elektronische Rechnung (XML) für Ihre Buchhaltung.',
  evidence: 'Ein zweites PDF zeigt, worauf jede Position beruht.',
  pay: 'Online bezahlen',
  see: (isCredit) => (isCredit ? 'Rechnungskorrektur ansehen' : 'Rechnung ansehen'),
  remindSubject: ({ number, total, rest = total }) => `Erinnerung: ${rest} zu Rechnung ${number}`,
  stands: ({ number, issued, total, rest }) =>
    rest === undefined
      ? `Die Rechnung ${number} vom ${issued} über ${total} ist noch offen.`
      : `Von der Rechnung ${number} vom ${issued} über ${total} sind noch ${rest} offen.`,
  dueIn: ({ due }, late) =>
    late <= 0 ? `Bitte zahlen Sie bis zum ${due}.` : `Sie war am ${due} fällig. Bitte zahlen Sie jetzt.`,
  crossed: 'Falls Sie schon gezahlt haben, müssen Sie nichts tun.',
}

const words: Readonly<Record<Language, typeof en>> = { en, de }

/** An amount with its sign as people write it: `€119.00`, `119,00 €`, `CHF 119.00`. */
const amountIn = (row: InvoiceRow, minor: number): string => {
  const language = row.language ?? 'en'
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: row.currency })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? row.currency
  const amount = amountsIn(row)(minor)
  if (language === 'de') return `${amount} ${sign}`
  return /^[A-Z]{3}$/.test(sign) ? `${sign} ${amount}` : `${sign}${amount}`
}

/** The words of the letter that brings an invoice or reminds of it, in its client's language. */
export const textOf = (row: InvoiceRow, { sender, hasXml, hasEvidence, portalUrl, isPayable, late }: LetterFacts) => {
  const language = row.language ?? 'en'
  const phrases = words[language]
  const isCredit = row.type === '381'
  const inWords = (at: Date) => dayInWords(language, dayIn(row.timeZone, at))
  const facts = {
    number: row.invoiceNumber!,
    sender,
    total: amountIn(row, row.totalMinor),
    rest: [0, row.totalMinor].includes(row.balance.dueCents) ? undefined : amountIn(row, row.balance.dueCents),
    issued: inWords(row.issuedAt!),
    due: dayInWords(language, dueDayOf(row.timeZone, row.dueAt)),
  }
  const label = isPayable ? phrases.pay : phrases.see(isCredit)
  const action = portalUrl !== undefined && { action: { label, url: portalUrl } }
  const enclosed = [hasXml ? phrases.both : phrases.pdf, ...(hasEvidence ? [phrases.evidence] : [])].join(' ')
  if (late !== undefined) {
    const paragraphs = [phrases.stands(facts), phrases.dueIn(facts, late), enclosed, phrases.crossed]
    return { subject: phrases.remindSubject(facts), paragraphs, ...action }
  }
  const state =
    row.paidAt && row.balance.dueCents === 0
      ? phrases.paid(inWords(row.paidAt))
      : isCredit
        ? phrases.toCredit
        : phrases.toPay(facts)
  return {
    subject: phrases.subject(isCredit, facts),
    paragraphs: [phrases.here(isCredit, facts), state, enclosed],
    ...action,
  }
}
