import { foldText } from '../../../platform/contract/email.ts'
import { deliverableAddress } from '../../../platform/mail-address/address.ts'
import { mailboxOf, type SuppressionKind } from './rules.ts'

/**
 * Reads `ada@example.com`, `example.com` or `@example.com` in any spelling; undefined for anything else. All spellings,
 * and all tags of a mailbox, have the same value.
 */
export const readEntry = (text: string): { kind: SuppressionKind; value: string } | undefined => {
  const folded = foldText(text)
  if (folded.lastIndexOf('@') > 0) {
    const value = normalAddress(folded)
    return value === undefined ? undefined : { kind: 'address', value: mailboxOf(value) }
  }
  const value = normalDomain(folded.replace(/^@/, ''))
  return value === undefined ? undefined : { kind: 'domain', value }
}

/** The normal form of an address, and undefined for a text that is not one. */
export const normalAddress = (text: string): string | undefined => deliverableAddress(foldText(text))

/** The normal form of a domain of two labels or more, and undefined for a text that is not one. */
export const normalDomain = (domain: string): string | undefined => {
  const value = deliverableAddress(`x@${domain}`)?.slice('x@'.length)
  return value?.includes('.') ? value : undefined
}
