import { setOf } from '../../set-of.ts'

/** The words of a name in lower case: `requireRole` has `require` and `role`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .slice(0, nameMostChars)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const nameMostChars = 2_000

const access = setOf(
  'acl admin admins allowed auth authenticated authorised authorization authorized credential credentials forbidden grants login owner owners permission permissions permitted principal privilege privileges role roles scopes session superuser tenant unauthorised unauthorized',
)
const checks = setOf(
  'assert can check deny ensure enforce forbid guard has is must needs only require required requires with',
)
const deeds = setOf('access administer approve delete edit manage read see update view write')
const proofs = setOf('hmac signature signatures signed signing verify verified verifies verification csrf captcha')
const pairs: ReadonlySet<string> = new Set(
  'timing safe,compare digest,constant time,secure compare,hash equals,fixed time,create verify,create sign,check password,compare password,verify password,compare sync'.split(
    ',',
  ),
)
const escaping = /^(?:html)?(?:escape|sanitize|sanitise|purify|quote)$|^htmlspecialchars$|^htmlentities$/
const removing = setOf('delete destroy drop erase flushall flushdb purge truncate wipe')

export const speakOfAccess = (words: readonly string[]): boolean => words.some((word) => access.has(word))

/** Whether a function of this name checks who may do something. */
export const checksAccess = (words: readonly string[]): boolean => {
  const [first, second] = words
  if (first === undefined) return false
  if (/^(?:authori[sz]e|authenticate)s?d?$/.test(first)) return true
  if (checks.has(first) && speakOfAccess(words)) return true
  if (speakOfAccess(words) && words.includes('required')) return true
  return (first === 'can' || first === 'may') && second !== undefined && deeds.has(second)
}

/** Whether a function of this name shows that something is authentic, or makes a text harmless. */
export const checksProof = (words: readonly string[]): boolean =>
  words.some((word, at) => proofs.has(word) || escaping.test(word) || pairs.has(`${word} ${words[at + 1] ?? ''}`))

/** Whether a function of this name takes data away. */
export const removesData = (words: readonly string[]): boolean =>
  words[0] !== undefined && removing.has(words[0]) && words.length > 1
