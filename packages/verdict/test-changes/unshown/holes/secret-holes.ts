import { wordsOfName } from '../../guards/words.ts'
import { childOf, nearest } from '../../syntax/tree.ts'
import { callOf, functionName, functionText, ownerWords, textOf } from './around.ts'
import type { HoleRule } from './hole.ts'

const secretWords = new Set(
  'token tokens secret nonce otp password passcode csrf salt apikey sid voucher invitation invite'.split(' '),
)
const measured = new Set(
  'bucket expiry expires at count age limit ttl time refill index length bytes per usage used price cost'.split(' '),
)
const guessable =
  /^(?:Math[.]random|Date[.]now|performance[.]now|process[.]hrtime|random[.](?:random|randint|randrange|choice|choices|sample|getrandbits)|time[.](?:time|time_ns)|uuid[.]uuid1|rand[.](?:Int\w*|Uint\w*|Float\w*|Read|Perm|Intn)|mathrand[.]\w+)$/

const isSecretName = (words: readonly string[]): boolean =>
  !words.some((word) => measured.has(word)) &&
  (words.some((word) => secretWords.has(word)) ||
    (words.includes('session') && words.some((word) => /^(?:id|key)$/.test(word))) ||
    (words.includes('api') && words.includes('key')) ||
    (words.includes('reset') && words.some((word) => /^(?:code|key|link)$/.test(word))))

/** Tokens, secrets and ids of sessions from chance that can be guessed, from time or from a counter. */
export const guessedSecrets: HoleRule = (program, node) => {
  const made = callOf(program, node)
  const isCounter =
    /^(?:UpdateExpression|augmented_assignment|inc_statement)$/.test(node.type) &&
    node.parent?.type !== 'ExpressionStatement'
  if (!isCounter && !(made && guessable.test(made.path))) return undefined
  // In Go the strong source has the same name.
  if (made?.path.startsWith('rand.') && program.tree.text.includes('"crypto/rand"')) return undefined
  return isSecretName(ownerWords(program, node)) ? 'token_predictable' : undefined
}

/** Tokens that are read and not verified. */
export const unverifiedTokens: HoleRule = (program, node) => {
  const made = callOf(program, node)
  if (!made) return undefined
  const whole = textOf(program, node)
  const { language } = program.tree
  if (made.name === 'ParseUnverified' || /["']?verify_signature["']?\s?[:=]\s?False/.test(whole))
    return 'token_unverified'
  if (
    /^(?:sign|verify|encode|decode|jwtVerify|setProtectedHeader)$/.test(made.name) &&
    /["']?alg(?:orithms?)?["']?\s?[:=]\s?\[?\s?["']none["']/i.test(whole)
  )
    return 'token_unverified'
  if (language !== 'javascript') return undefined
  if (
    /^(?:jwtDecode|jwt_decode|decodeJwt|decodeJWT)$/.test(made.name) ||
    /^(?:jwt|jsonwebtoken|JWT)[.]decode$/.test(made.path)
  )
    return /[.]verify\(|jwtVerify\(/.test(functionText(program, node)) ? undefined : 'token_unverified'
  const isPart = made.path === 'JSON.parse' && functionText(program, node).includes('base64')
  const body = functionText(program, node)
  return isPart &&
    /[.]split\(\s?["'`][.]["'`]\s?\)/.test(body) &&
    /\b(?:jwt|token|bearer|claims)\b/i.test(body) &&
    !/verify|hmac|timingSafeEqual/i.test(body)
    ? 'token_unverified'
    : undefined
}

const fastHash = /^(?:createHash|hash|md5|sha1|sha256|sha512|sha224|sha384|new|Sum|Sum256|Sum512|New)$/
const hashPath =
  /(?:^|[.])createHash$|^crypto[.]hash$|^hashlib[.]\w+$|^(?:md5|sha1|sha256|sha512)(?:[.](?:Sum\w*|New))?$/

/** Passwords that are hashed by a fast hash, or with few rounds. */
export const weakPasswordHashes: HoleRule = (program, node) => {
  const made = callOf(program, node)
  if (!made) return undefined
  const last = made.given.at(-1)
  if (/^(?:bcrypt|bcryptjs)[.](?:hash|hashSync|genSalt|genSaltSync)$/.test(made.path) && last) {
    const rounds = program.names.fold(last)
    return typeof rounds === 'number' && rounds < 10 ? 'password_hash_weak' : undefined
  }
  if (/(?:^|[.])pbkdf2(?:Sync|_hmac)?$/.test(made.path)) {
    const numbers = made.given.map((one) => program.names.fold(one)).filter((one) => typeof one === 'number')
    return numbers.length > 0 && Math.max(...numbers) < 100_000 ? 'password_hash_weak' : undefined
  }
  if (!fastHash.test(made.name) || !hashPath.test(made.path)) return undefined
  const said =
    nearest(node, ({ type }) => /Statement$|Declaration$|_statement$|declaration$|^assignment$/.test(type)) ?? node
  return /passw|\bpwd\b|passphrase/i.test(`${textOf(program, said)} ${functionName(node)}`)
    ? 'password_hash_weak'
    : undefined
}

const compared = new Set('signature hmac secret csrf mac'.split(' '))
const equality = /^(?:===?|!==?)$/

/** Secrets that are compared letter by letter. */
export const comparedSecrets: HoleRule = (program, node) => {
  if (!/^(?:BinaryExpression|comparison_operator|binary_expression)$/.test(node.type)) return undefined
  const operator = String(childOf(node, 'operator')?.value ?? childOf(node, 'operators')?.value ?? node.value)
  if (!equality.test(operator)) return undefined
  const sides = node.children.filter(({ type }) => !/^[=!]/.test(type))
  if (sides.length !== 2 || sides.some((side) => !isName(side.type) || program.names.fold(side) !== undefined))
    return undefined
  if (sides.some((side) => /^(?:undefined|null|NaN|None|nil|true|false|True|False)$/.test(textOf(program, side))))
    return undefined
  const text = program.tree.text
  const isOfAccess = /authorization|bearer|csrf|webhook|x-signature|login|session/i.test(text)
  const isSecret = sides.some((side) => {
    const words = wordsOfName(textOf(program, side))
    if (words.some((word) => /^(?:type|kind|length|count|id|name|version)$/.test(word)) && words.at(-1) !== 'id')
      return false
    return (
      words.some((word) => compared.has(word)) ||
      (words.includes('api') && words.includes('key')) ||
      (isOfAccess && words.some((word) => /^(?:token|digest|passcode|otp)$/.test(word))) ||
      (words.includes('password') && words.includes('hash'))
    )
  })
  return isSecret ? 'secret_compared' : undefined
}

const isName = (type: string) =>
  /^(?:Identifier|(?:Optional)?MemberExpression|(?:Optional)?CallExpression|identifier|attribute|subscript|call|selector_expression|call_expression)$/.test(
    type,
  )
