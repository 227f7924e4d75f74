import type { Static } from '../../../platform/contract/index.ts'
import { lineAmountOf, sumOf } from '../billables/rules.ts'
import type { InvoiceEvidence } from './contract.ts'

/** The commit that a snapshot of a deliverable shows, by its canonical JSON; null if nothing was delivered by then. */
export const commitIn = (snapshot: string): string | null =>
  (JSON.parse(snapshot) as { readonly commitSha: string | null }).commitSha

type Evidence = Static<typeof InvoiceEvidence>

/** The contradiction in evidence, in words; undefined if its sums agree and its lines name parts of it. */
export const disagreementIn = ({ invoice, lines, decisions }: Evidence): string | undefined => {
  const wrong = lines.find((line) => lineAmountOf(line) !== BigInt(line.amountMinor))
  if (wrong) return `The amount of line ${wrong.position} is not its quantity times its price.`
  if (sumOf(lines.map(({ amountMinor }) => BigInt(amountMinor))) !== BigInt(invoice.netMinor))
    return 'The lines do not add up to the net total.'
  if (BigInt(invoice.netMinor) + BigInt(invoice.taxMinor) !== BigInt(invoice.totalMinor))
    return 'Net total and tax do not add up to the total.'
  for (const { position, origin } of lines) {
    if (origin.approvalId === null || !origin.found) continue
    const decision = decisions.find(({ approvalId }) => approvalId === origin.approvalId)
    if (!decision) return `The decision that line ${position} names is missing.`
    if (decision.revisionHash !== origin.revisionHash)
      return `Line ${position} bills another revision than the one that was approved.`
    const commit = decision.snapshot === null ? null : commitIn(decision.snapshot)
    if (origin.commits.join() !== (commit ?? ''))
      return `Line ${position} names another commit than its snapshot shows.`
  }
  return undefined
}
