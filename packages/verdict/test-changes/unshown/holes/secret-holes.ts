import { setOf } from '../../../set-of.ts'
import { wordsOfName } from '../../guards/words.ts'
import { childOf, nearest, type SyntaxNode } from '../../syntax/tree.ts'
import { callOf, functionName, functionText, ownerWords, textOf } from './around.ts'
import type { HoleRule } from './hole.ts'

const secretWords = setOf(
  'token tokens secret nonce otp password passcode csrf salt apikey sid voucher invitation invite',
)
/** Words of amounts and times, such as those of a bucket of tokens. */
const measured = setOf(
  'bucket expiry expires at count age limit ttl time refill index length bytes per usage used price cost',
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
export const isGuessedSecret: HoleRule = (program, node) => {
  const call = callOf(program, node)
  const isCounter =
    /^(?:UpdateExpression|augmented_assignment|inc_statement)$/.test(node.type) &&
    node.parent?.type !== 'ExpressionStatement'
  if (!isCounter && !(call && guessable.test(call.path))) return false
  // In Go the strong source has the same name.
  if (call?.path.startsWith('rand.') && program.tree.text.includes('"crypto/rand"')) return false
  return isSecretName(ownerWords(program, node))
}

/** Tokens that are read and not verified. */
export const isUnverifiedToken: HoleRule = (program, node) => {
  const call = callOf(program, node)
  if (!call) return false
  const { name, path } = call
  const whole = textOf(program, node)
  if (name === 'ParseUnverified' || /["']?verify_signature["']?\s?[:=]\s?False/.test(whole)) return true
  const isOfToken = /^(?:sign|verify|encode|decode|jwtVerify|setProtectedHeader)$/.test(name)
  if (isOfToken && /["']?alg(?:orithms?)?["']?\s?[:=]\s?\[?\s?["']none["']/i.test(whole)) return true
  if (program.tree.language !== 'javascript') return false
  const body = functionText(program, node)
  const isDecoded = /^(?:jwtDecode|jwt_decode|decodeJwt|decodeJWT)$/.test(name)
  if (isDecoded || /^(?:jwt|jsonwebtoken|JWT)[.]decode$/.test(path)) return !/[.]verify\(|jwtVerify\(/.test(body)
  return (
    path === 'JSON.parse' &&
    body.includes('base64') &&
    /[.]split\(\s?["'`][.]["'`]\s?\)/.test(body) &&
    /\b(?:jwt|token|bearer|claims)\b/i.test(body) &&
    !/verify|hmac|timingSafeEqual/i.test(body)
  )
}

const fastHash = /^(?:createHash|hash|md5|sha1|sha256|sha512|sha224|sha384|new|Sum|Sum256|Sum512|New)$/
const hashPath =
  /(?:^|[.])createHash$|^crypto[.]hash$|^hashlib[.]\w+$|^(?:md5|sha1|sha256|sha512)(?:[.](?:Sum\w*|New))?$/

/** Passwords that are hashed by a fast hash, or with few rounds. */
export const isWeakPasswordHash: HoleRule = (program, node) => {
  const call = callOf(program, node)
  if (!call) return false
  const last = call.values.at(-1)
  if (/^(?:bcrypt|bcryptjs)[.](?:hash|hashSync|genSalt|genSaltSync)$/.test(call.path) && last) {
    const rounds = program.names.fold(last)
    return typeof rounds === 'number' && rounds < 10
  }
  if (/(?:^|[.])pbkdf2(?:Sync|_hmac)?$/.test(call.path)) {
    const numbers = call.values.map((one) => program.names.fold(one)).filter((one) => typeof one === 'number')
    return numbers.length > 0 && Math.max(...numbers) < 100_000
  }
  if (!fastHash.test(call.name) || !hashPath.test(call.path)) return false
  const statement =
    nearest(node, ({ type }) => /Statement$|Declaration$|_statement$|declaration$|^assignment$/.test(type)) ?? node
  return /passw|\bpwd\b|passphrase/i.test(`${textOf(program, statement)} ${functionName(node)}`)
}

const compared = setOf('signature hmac secret csrf mac')
const equality = /^(?:===?|!==?)$/

/** Secrets that are compared letter by letter. */
export const isComparedSecret: HoleRule = (program, node) => {
  if (!/^(?:BinaryExpression|comparison_operator|binary_expression)$/.test(node.type)) return false
  const operator = String(childOf(node, 'operator')?.value ?? childOf(node, 'operators')?.value ?? node.value)
  if (!equality.test(operator)) return false
  const sides = node.children.filter(({ type }) => !/^[=!]/.test(type))
  const isUnknown = (side: SyntaxNode) =>
    nameTypes.test(side.type) &&
    program.names.fold(side) === undefined &&
    !/^(?:undefined|null|NaN|None|nil|true|false|True|False)$/.test(textOf(program, side))
  if (sides.length !== 2 || !sides.every(isUnknown)) return false
  const text = program.tree.text
  const isOfAccess = /authorization|bearer|csrf|webhook|x-signature|login|session/i.test(text)
  return sides.some((side) => {
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
}

const nameTypes =
  /^(?:Identifier|(?:Optional)?MemberExpression|(?:Optional)?CallExpression|identifier|attribute|subscript|call|selector_expression|call_expression)$/
