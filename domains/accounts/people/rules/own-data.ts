import { foldText, normalEmail } from '../../../../platform/contract/email.ts'

/** Irreversible actions ask for a sign-in at most this many minutes ago. */
export const freshMinutes = 15

/** The person to find in texts. */
export interface PersonIdentity {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/**
 * True if details of an audit row name a person: by their address, anywhere in a text, in any case or Unicode form; or
 * by their name, which others may share, if it is a text of its own in a row that is about them.
 */
export const namesPerson = (details: unknown, isAboutThem: boolean, person: PersonIdentity): boolean => {
  const { userId, name } = person
  const texts = textsIn(details)
  if (texts.some((text) => holdsAddressOf(text, person))) return true
  return (isAboutThem || texts.includes(userId)) && texts.some((text) => foldText(text) === foldText(name))
}

/** The replacements for the name and the address of an erased person. */
export const erasedAs = (userId: string) => ({ name: 'Erased person', email: `erased-${userId}@erased.invalid` })

/**
 * A reply without a person: their address is replaced everywhere, and their name, which others may share, if it is a
 * text beside their id or address, and in a `message`, the sentence for people.
 */
export const withoutPerson = (value: unknown, person: PersonIdentity): unknown => {
  if (typeof value === 'string') return withoutAddress(value, person)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withoutPerson(one, person))
  const isTheirs = Object.values(value).some((one) => one === person.userId || holdsAddressOf(one, person))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutName(key, one, person, isTheirs)]))
}

const withoutName = (key: string, value: unknown, person: PersonIdentity, isTheirs: boolean) => {
  const { name } = erasedAs(person.userId)
  if (isTheirs && typeof value === 'string' && foldText(value) === foldText(person.name)) return name
  const without = withoutPerson(value, person)
  return key === 'message' && typeof without === 'string' ? without.replaceAll(wholeName(person), name) : without
}

const wholeName = ({ name }: PersonIdentity) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}\\p{M}])`, 'gu')

const withoutAddress = (text: string, person: PersonIdentity) => {
  if (!holdsAddressOf(text, person)) return text
  const { email } = erasedAs(person.userId)
  return text.replaceAll(/[^\s<>"(),;]+/g, (word) =>
    holdsAddressOf(word, person) ? `${email}${/[.!?:]$/.exec(word)?.[0] ?? ''}` : word,
  )
}

const holdsAddressOf = (value: unknown, { email }: PersonIdentity) => {
  if (typeof value !== 'string') return false
  const text = foldText(value)
  // An address can be part of a web address: “?to=ann%40example.com”.
  const texts = text.includes('%') ? [text, foldText(percentDecoded(text))] : [text]
  return [foldText(email), normalEmail(email)].some((spelling) => texts.some((one) => holdsAddress(one, spelling)))
}

const percentDecoded = (text: string) =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/g, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'))

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
}

// Punctuation before an address does not make it another address: “…ann@example.com”, “-ann@example.com”.
const before = /[\p{L}\p{N}](?:\.|[_%+-]{0,8})$/u
const after = /^([\p{L}\p{N}-]|\.[\p{L}\p{N}])/u

/** Matches only whole addresses: “ann@example.com” does not match in “joann@example.com”. */
const holdsAddress = (text: string, email: string) => {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    const end = at + email.length
    if (!before.test(text.slice(Math.max(0, at - 10), at)) && !after.test(text.slice(end, end + 3))) return true
  }
  return false
}
