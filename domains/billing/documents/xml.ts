import type { ProfileName } from '../billables/rules.ts'
import type { InvoiceRow, LineRow } from '../invoices/index.ts'
import { unsupportedReason, type UnsupportedInvoice, profileObstacles, profiles } from '../invoices/rules/profiles.ts'
import { ciiOf, ublOf } from '../../../packages/einvoice/index.ts'
import { electronicOf, type Preceding } from './electronic/invoice.ts'

interface XmlRefusal {
  readonly reason: UnsupportedInvoice | 'isVoid' | 'lacking'
  /** The fields that are missing. */
  readonly which: readonly string[]
}

/** All that an electronic invoice is made of. */
export interface XmlSource {
  readonly row: InvoiceRow
  readonly lines: readonly LineRow[]
  readonly preceding: readonly Preceding[]
}

/** Why no electronic invoice is made of an issued one in this profile; undefined if it is. */
export const xmlObstacle = (
  { row, lines }: Pick<XmlSource, 'row' | 'lines'>,
  profile: ProfileName,
): XmlRefusal | undefined => {
  const reason = row.status === 'void' ? 'isVoid' : unsupportedReason(row)
  if (reason) return { reason, which: [] }
  const which = profileObstacles(profile, { ...row, invoiceNumber: row.invoiceNumber! }, lines)
  return which.length > 0 ? { reason: 'lacking', which } : undefined
}

/** The profile in which the client gets its invoices. */
export const chosenProfile = ({ buyerElectronic }: InvoiceRow): ProfileName => buyerElectronic?.profile ?? 'en16931'

/** The electronic invoice in UBL, where `xmlObstacle` has nothing against it. */
export const xmlOf = ({ row, lines, preceding }: XmlSource, profile: ProfileName): Buffer =>
  Buffer.from(ublOf(electronicOf(row, lines, preceding, profiles[profile])))

/**
 * The electronic invoice in the PDF, in CII; null if none can be made. Factur-X has EN 16931 for its profile, which
 * that of France fills further; the other ones are of networks that take UBL.
 */
export const xmlInPdf = ({ row, lines, preceding }: XmlSource): string | null => {
  const wanted = chosenProfile(row) === 'franceCtc' ? (['franceCtc', 'en16931'] as const) : (['en16931'] as const)
  const profile = wanted.find((name) => !xmlObstacle({ row, lines }, name))
  return profile ? ciiOf(electronicOf(row, lines, preceding, profiles[profile])) : null
}
