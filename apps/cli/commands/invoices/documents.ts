import { documents } from '../../../../domains/billing/documents/contract.ts'
import type { ProfileName } from '../../../../domains/billing/billables/rules/profile-names.ts'
import { proof } from '../../../../domains/billing/proof/contract.ts'
import { invoiceLetters } from '../../../../domains/billing/invoice-letters/contract.ts'
import type { Reply } from '../../client/client.ts'
import { download } from '../../download.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { invoiceNamed } from './invoices.ts'

type Letter = Reply<typeof invoiceLetters.sendClientInvoice>

/** `atelier invoices pdf`: an issued invoice as a page. */
export const readPdf = (session: Session, named: string, out?: string) =>
  readDocument(session, named, out, (client, params) => client.open(documents.getClientInvoicePdf, { params }))

interface XmlOptions {
  readonly profile?: ProfileName
}

/** `atelier invoices xml`: the same for programs, in the profile of the client or another one. */
export const readXml = (session: Session, named: string, out: string | undefined, { profile }: XmlOptions) =>
  readDocument(session, named, out, (client, params) =>
    client.open(documents.getClientInvoiceXml, { params, query: { ...(profile && { profile }) } }),
  )

/** `atelier invoices proof`: from each line back to the key. */
export const readProof = (session: Session, named: string, out?: string) =>
  readDocument(session, named, out, (client, params) => client.open(proof.getClientInvoiceProof, { params }))

/** `atelier invoices sent`: the bytes that went with a letter. */
export const readSent = (session: Session, named: string, sha256: string, out?: string) =>
  readDocument(session, named, out, (client, { id }) =>
    client.open(documents.getSentInvoiceDocument, { params: { id, sha256 } }),
  )

type Client = Awaited<ReturnType<Session['client']>>
type Body = Awaited<ReturnType<Client['open']>>

const readDocument = async (
  session: Session,
  named: string,
  out: string | undefined,
  open: (client: Client, params: { readonly id: string }) => Promise<Body>,
): Promise<void> => {
  const client = await session.client()
  const body = await open(client, { id: await invoiceNamed(client, named) })
  await download(session, client.url, body, out)
}

/** `atelier invoices send`: by mail to its billing address. */
export const sendInvoice = async (session: Session, named: string, withEvidence = false): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const letter = await client.call(invoiceLetters.sendClientInvoice, { params, body: { withEvidence } })
  session.output.document(letter)
  session.output.print(lineOf(letter))
  if (letter.xmlOmitted !== null)
    session.output.print(`Without XML: ${[letter.xmlOmitted, ...letter.xmlLacks.map(printable)].join(' ')}`)
  if (letter.evidenceSha256 !== null) session.output.print(`Evidence: SHA-256 ${letter.evidenceSha256}`)
}

/** `atelier invoices letters`: newest first. */
export const listLetters = async (session: Session, named: string): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const rows: Letter[] = []
  for await (const row of client.every(invoiceLetters.listClientInvoiceLetters, { params })) rows.push(row)
  session.output.document(rows)
  if (rows.length === 0) session.output.print('It went by no letter.')
  for (const row of rows) {
    session.output.print(lineOf(row))
    for (const { kind, sha256 } of row.documents) session.output.print(`  ${kind.padEnd(8)}  ${sha256}`)
  }
}

const lineOf = ({ createdAt, kind, recipient, attached, payLink, state, reason }: Letter): string => {
  const enclosed = [...attached, ...(payLink === 'given' ? ['pay link'] : [])].join(', ')
  const why = reason === null ? '' : `: ${printable(reason)}`
  return `${createdAt.slice(0, 16)}  ${kind} to ${printable(recipient)} · ${enclosed} · ${state}${why}`
}
