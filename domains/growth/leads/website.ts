import { normalDomain } from '../suppression/index.ts'

/** The domain in normal form that a website or domain names in any spelling; undefined for a text that names none. */
export const websiteDomain = (text: string): string | undefined => {
  const isAddress = /^https?:\/\//i.test(text)
  if (isAddress && !URL.canParse(text)) return undefined
  const host = isAddress ? new URL(text).hostname : text.split('/')[0]!
  return normalDomain(host.replace(/^www\./i, ''))
}
