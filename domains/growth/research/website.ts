import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'

/** The fault of an address that leads nowhere public. */
export const noWebsite = {
  path: 'websiteUrl',
  message: 'is not the address of a public website, such as https://example.com',
  rule: 'public_website',
}

/** The address in the form in which it is asked for; undefined for one that leads nowhere public. */
export const websiteOf = (fetcher: Pick<Fetcher, 'judge'>, text: string): string | undefined => {
  const href = publicAddressOf(text, fetcher, 'http', 'query', 'fragment')?.href
  return href !== undefined && href.length <= 2_000 ? href : undefined
}
