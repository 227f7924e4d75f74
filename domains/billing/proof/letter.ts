import { writtenMinor } from '../billables/rules.ts'
import { of, type LinkInput, type ProvedRow } from './links.ts'

/**
 * The content of a proof, for a person who knows neither rows nor hashes: who approved what, when, with which key, for
 * how much. Days, titles, decisions and keys come from the proved rows; names and currency from the evidence.
 */
export const letterOf = (input: LinkInput): readonly string[] => [...invoiceSentences(input), ...decisionsOf(input)]

const invoiceSentences = ({ rows, subject, evidence }: LinkInput) => {
  if (!evidence) return []
  const { id, invoiceNumber, sellerLegalName, buyerLegalName, totalMinor, currency, currencyDecimals } =
    evidence.invoice
  const issued = of(rows, 'client_invoice.issue').find((row) => row.resourceId === id)
  const isBound = issued?.details.evidenceSha256 === subject.digest.sha256
  const unbound = 'The log does not prove these names and this currency: they are the word of the agency.'
  const amount = `${writtenMinor(totalMinor, currencyDecimals)} ${currency}`
  return issued
    ? [
        `${sellerLegalName} issued the invoice ${invoiceNumber} to ${buyerLegalName} on ${dayOf(issued)}, for ${amount}.`,
        ...(isBound ? [] : [unbound]),
      ]
    : [`That ${sellerLegalName} issued an invoice to ${buyerLegalName} is not proved, and so is no amount.`]
}

const decisionsOf = ({ rows, decisions, evidence }: LinkInput) =>
  of(rows, 'deliverable_approval.decide').map((row) => {
    const { decision, revision, signed, keySha256 } = row.details
    const named = evidence?.decisions.find(({ approvalId }) => approvalId === row.resourceId)?.reviewerName
    const title = titleOf(decisions.find(({ approvalId }) => approvalId === row.resourceId)?.snapshot)
    const what = `${title === undefined ? 'a deliverable' : `“${title}”`}, revision ${String(revision)}`
    const did = decision === 'approved' ? `approved ${what}` : `decided “${String(decision)}” on ${what}`
    const how =
      signed === true
        ? `, with the passkey SHA-256 ${String(keySha256)}`
        : '. No key of the person signed it: it is the word of the server'
    return `${named ?? 'The reviewer'} ${did}, on ${dayOf(row)}${how}.`
  })

const dayOf = ({ at }: ProvedRow) => at.slice(0, 10)

/** The title in a snapshot, whose hash the row of its decision has. */
const titleOf = (snapshot: string | null | undefined): string | undefined => {
  try {
    const { title } = JSON.parse(snapshot ?? '{}') as { readonly title?: unknown }
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined
  }
}
