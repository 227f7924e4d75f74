/** A text in the form under which all its spellings are the same: NFKC, trimmed, in small letters. */
export const foldText = (text: string): string => text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** Returns the form that all spellings of a mail address share: folded, with its domain in ASCII (IDNA). */
export const normalEmail = (email: string): string => {
  const folded = foldText(email)
  const at = folded.lastIndexOf('@')
  return at < 1 ? folded : folded.slice(0, at + 1) + asciiDomain(folded.slice(at + 1))
}

const asciiDomain = (domain: string): string => {
  // The parser of addresses in URLs would decode per cent signs, and cut at what ends a host.
  if (/^[\0-\x7f]*$/.test(domain) || /[\s%/\\?#:@[\]]/.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

const local = "[a-z0-9_'+-]+(\\.[a-z0-9_'+-]+)*(?<!')"
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const form = new RegExp(`^(?=.{1,254}$)(?=[^@]{1,64}@)${local}@(${label}\\.)+[a-z]{2,63}$`)

/**
 * Whether a text is a mail address that an account can have, and that can be invited: ASCII before the @, a domain of
 * at least two labels in any script, the last of them in letters. Every contract judges addresses by it.
 */
export const isMailAddress = (text: string): boolean => form.test(normalEmail(text))
