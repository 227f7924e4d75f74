import canonicalize from 'canonicalize'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { evidence as contract } from '../../../../domains/billing/evidence/contract.ts'
import type { Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { shortId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable, printableLines } from '../../terminal/text.ts'
import { invoiceNamed } from './invoices.ts'
import { amountOf } from './texts.ts'

type Evidence = Reply<typeof contract.getClientInvoiceEvidence>['evidence']
type Line = Evidence['lines'][number]

/** `atelier invoices evidence <invoice> [file]`: saves the evidence of each line, for the client. */
export const showEvidence = async (session: Session, named: string, file: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const { evidence, sha256, notes } = await client.call(contract.getClientInvoiceEvidence, { params })
  if (file !== undefined) {
    await writeFile(resolve(session.cwd, file), `${canonicalize({ evidence, sha256 })}\n`)
    session.output.document({ file, sha256 })
    session.output.print(
      `${printable(file)} holds the evidence. Check it: ${atelier} verify evidence ${printable(file)}`,
    )
    session.output.print(`SHA-256 ${sha256}`)
    return
  }
  session.output.document({ evidence, sha256, notes })
  for (const line of evidence.lines) {
    printLine(session, evidence, line)
    const note = notes.find(({ position }) => position === line.position)
    if (note?.title != null) session.output.print(`     “${printable(note.title)}”`)
    if (note?.recordedBy != null) session.output.print(`     recorded by ${printable(note.recordedBy)}`)
  }
  session.output.print(`SHA-256 ${sha256}`)
}

/** Prints a line and its evidence. */
export const printLine = ({ output }: Session, evidence: Evidence, line: Line): void => {
  const { position, description, amountMinor, origin } = line
  output.print(`${position}  ${printableLines(description)}  ${amountOf(evidence.invoice, amountMinor)}`)
  for (const sentence of originOf(evidence, line)) output.print(`     ${sentence}`)
  for (const commit of origin.commits) output.print(`     commit ${commit}`)
}

const withheldWords = {
  withdrawn: 'its snapshot is withdrawn from clients',
  too_large: 'its snapshot is left out: all together are too large',
}

const originOf = ({ decisions }: Evidence, { origin, recordedAt }: Line): string[] => {
  const { kind, found, approvalId, revisionHash } = origin
  if (kind === 'entry') return [`entered by a person on ${recordedAt.slice(0, 10)}; nothing else stands behind it`]
  if (kind !== 'decision') return [found ? `a ${kind}` : `a ${kind} that is deleted`]
  const decision = decisions.find((one) => one.approvalId === approvalId)
  if (!decision) return [`an approval of SHA-256 ${revisionHash}, which is deleted`]
  const { revision, reviewerName, decidedAt, withheld, signed } = decision
  const by = printable(reviewerName ?? 'a former user')
  return [
    `approved by ${by} on ${decidedAt.slice(0, 10)}${signed ? ', signed' : ''}: revision ${revision}, ${shortId(decision.approvalId)}`,
    `SHA-256 ${decision.revisionHash}${withheld === null ? '' : `; ${withheldWords[withheld]}`}`,
  ]
}
