import { foldText, normalEmail } from '../../../../platform/contract/email.ts'

/** For how long after signing in a person may do what cannot be undone. */
export const freshMinutes = 15

/** Whom to look for in texts. */
export interface Named {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/**
 * Whether details of an audit row name a person: by their address, anywhere in a text, whatever its case or Unicode
 * form; or by their name, which others may share, where it is a text of its own in a row that is about them.
 */
export const namesPerson = (details: unknown, isAboutThem: boolean, { userId, name, email }: Named): boolean => {
  const texts = textsIn(details)
  const spellings = [foldText(email), normalEmail(email)]
  if (texts.some((text) => spellings.some((one) => holdsAddress(foldText(text), one)))) return true
  return (isAboutThem || texts.includes(userId)) && texts.some((text) => foldText(text) === foldText(name))
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
}

const before = /[\p{L}\p{N}._%+-]$/u
const after = /^([\p{L}\p{N}-]|\.[\p{L}\p{N}])/u

/** Whole addresses alone: that of “ann@example.com” does not stand in “joann@example.com”. */
const holdsAddress = (text: string, email: string) => {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    if (!before.test(text.slice(0, at)) && !after.test(text.slice(at + email.length))) return true
  }
  return false
}
