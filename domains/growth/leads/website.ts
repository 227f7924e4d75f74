import { domainToUnicode } from 'node:url'
import { normalDomain } from '../suppression/index.ts'
import { blankCell } from './rules/columns.ts'

/** The normal domain of the first website in a text; undefined without one and for scripts mixed to imitate. */
export const websiteDomain = (text: string): string | undefined => {
  const first = withoutUnseen(text)
    .split(/[\s,;|]+/)
    .find((part) => !blankCell(part))
  if (first === undefined) return undefined
  const [host] = first.replace(/^https?:\/{0,2}/i, '').split(/[/?#\\]/, 1)
  const withoutUser = host!.replace(/^[^@]*@/, '')
  const domain = normalDomain(withoutUser.replace(/:\d{1,5}$/, '').replace(/^www\.|\.$/gi, ''))
  return domain === undefined || mixesScripts(domain) ? undefined : domain
}

/** A text without characters that are not seen, such as a space without width. */
export const withoutUnseen = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').trim()

/** True if a domain label has letters of Latin and of a script with the same shapes. */
export const mixesScripts = (domain: string): boolean =>
  domainToUnicode(domain)
    .split('.')
    .some((label) => /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label))
