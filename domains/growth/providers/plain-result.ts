import type { LookupResult } from '../../../execution/data-providers/lookup.ts'
import { plainText } from '../research/index.ts'

const valueMostChars = 1_000

/**
 * A provider's answer as it may be stored and shown: a stranger's text as one line, without characters that are not
 * shown or that PostgreSQL refuses. Facts that are empty then are left out.
 */
export const plainResult = ({ verdict, confidence, ...texts }: LookupResult): LookupResult => {
  const known = Object.entries(texts)
    .map(([name, value]) => [name, plain(value)] as const)
    .filter(([, value]) => value !== '')
  return { ...(Object.fromEntries(known) as typeof texts), ...(verdict && { verdict }), confidence }
}

const plain = (text: string) => plainText(text).slice(0, valueMostChars).toWellFormed()
