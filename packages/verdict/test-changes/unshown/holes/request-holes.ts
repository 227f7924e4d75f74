import { wordsOfName } from '../../guards/words.ts'
import { childOf, childrenOf, type SyntaxNode } from '../../syntax/tree.ts'
import { callOf, functionText, isFromRequest, isSentBody, textOf } from './around.ts'
import type { HoleRule } from './hole.ts'

const checkedAddress =
  /startsWith\(|startswith\(|HasPrefix|[.](?:host|hostname|origin|hostname|netloc|Host)\b|allow|url_has_allowed|is_safe_url|known|permitted/i

/** Answers that send people to an address of the request. */
export const openRedirects: HoleRule = (program, node) => {
  const made = callOf(program, node)
  if (!made) return undefined
  const isRedirect =
    /^(?:redirect|Redirect|HttpResponseRedirect|RedirectResponse|temporaryRedirect)$/.test(made.name) ||
    (/^(?:setHeader|header|set|Set|writeHead|append)$/.test(made.name) &&
      /["'`]?location["'`]?\s?[,:]/i.test(textOf(program, node)))
  if (!isRedirect) return undefined
  const targets = made.given.filter(
    ({ type }) => !/Literal$|^(?:integer|int_literal)$/.test(type) || type === 'TemplateLiteral',
  )
  const isChosen = targets.some(
    (one) => !/^\W*(?:req|request|r)\W*$/.test(textOf(program, one)) && isFromRequest(program, one),
  )
  return isChosen && !checkedAddress.test(functionText(program, node)) ? 'redirect_open' : undefined
}

/** Rules that let any other site read answers, or that repeat the site which asks. */
export const openOrigins: HoleRule = (program, node) => {
  const text = textOf(program, node)
  const made = callOf(program, node)
  if (made) {
    if (
      /^(?:setHeader|header|set|Set|Add|append|writeHead|appendHeader)$/.test(made.name) &&
      /access-control-allow-origin/i.test(text)
    )
      return /["'`][*]["'`]/.test(text) ||
        made.given.some((one) => isFromRequest(program, one)) ||
        /\borigin\b\s*\)/.test(text)
        ? 'origin_open'
        : undefined
    if (made.name === 'postMessage' && made.given[1] && program.names.fold(made.given[1]) === '*') return 'origin_open'
    if (/^(?:cors|CORS|enableCors)$/.test(made.name))
      return made.given.length === 0 || /\borigins?["']?\s?[:=]\s?(?:true|\[?\s?["'][*]["'])/.test(text)
        ? 'origin_open'
        : undefined
    if (made.name === 'add_middleware' && /allow_origins\s?=\s?\[\s?["'][*]["']/.test(text)) return 'origin_open'
  }
  if (
    /^(?:ObjectProperty|pair|keyed_element)$/.test(node.type) &&
    /^["'`]access-control-allow-origin["'`]\s?:/i.test(text)
  )
    return /["'`][*]["'`]\s*$/.test(text) || /\borigin\b\s*$/.test(text) ? 'origin_open' : undefined
  const isOpened =
    /^(?:CORS_ALLOW_ALL_ORIGINS|CORS_ORIGIN_ALLOW_ALL)\s?=\s?True/.test(text) ||
    /[Aa]ccess-[Cc]ontrol-[Aa]llow-[Oo]rigin["']\]\s?=\s?["'][*]/.test(text)
  return node.type === 'assignment' && isOpened ? 'origin_open' : undefined
}

const people = new Set('user account member customer session tenant admin employee'.split(' '))
const given = /^(?:body|input|changes|patch|updates|fields|payload|attrs|attributes)$/
const storing =
  /^(?:create|update|insert|save|insertOne|updateOne|updateMany|findByIdAndUpdate|findOneAndUpdate|upsert|assign|merge|set|build|bulkCreate|update_or_create)$/

/** Records that take all fields of a request: a role or a price among them. */
export const uncheckedFields: HoleRule = (program, node) => {
  const made = callOf(program, node)
  if (made) {
    if (made.path === 'Object.assign' && made.given.slice(1).some((one) => isTakenWhole(program, one, made.given[0]!)))
      return 'fields_unchecked'
    const isModel = node.type === 'NewExpression' || /^[A-Z]\w+$/.test(made.name) || storing.test(made.name)
    if (isModel && made.given.some((one) => isWholeBody(program, one))) return 'fields_unchecked'
    return undefined
  }
  if (node.type !== 'ObjectExpression') return undefined
  const spread = node.children.filter(({ type }) => type === 'SpreadElement').map((one) => one.children[0]!)
  const [first, ...rest] = spread
  return first && rest.some((one) => isTakenWhole(program, one, first)) ? 'fields_unchecked' : undefined
}

/** `req.body` itself, and `**request.json`; a field of it is chosen. */
const isWholeBody = (program: Parameters<HoleRule>[0], node: SyntaxNode) => {
  const text = textOf(program, node).replace(/^\*\*/, '')
  return /^(?:req|request|ctx[.]request)[.](?:body|json|form|POST|data|get_json\(\))(?:[.]dict\(\))?$/.test(text)
}

const isTakenWhole = (program: Parameters<HoleRule>[0], node: SyntaxNode, into: SyntaxNode) => {
  if (isWholeBody(program, node)) return true
  if (node.type !== 'Identifier') return false
  const isOfPerson = wordsOfName(textOf(program, into)).some((word) => people.has(word))
  return isOfPerson && (isSentBody(program, node) || given.test(String(node.value)))
}

/** Pages that get text as it is. */
export const unescapedPages: HoleRule = (program, node) => {
  const { names } = program
  if (node.type === 'AssignmentExpression') {
    const left = childOf(node, 'left')
    const right = childOf(node, 'right')
    const name = left?.type === 'MemberExpression' ? String(childOf(left, 'property')?.value ?? '') : ''
    return /^(?:innerHTML|outerHTML|srcdoc)$/.test(name) && right && !isPlain(names.fold(right), textOf(program, right))
      ? 'page_from_text'
      : undefined
  }
  if (node.type === 'JSXAttribute')
    return /^dangerouslySetInnerHTML\b/.test(textOf(program, node)) ? 'page_from_text' : undefined
  const made = callOf(program, node)
  if (!made) return undefined
  const last = made.given.at(-1)
  if (/^(?:insertAdjacentHTML|createContextualFragment)$/.test(made.name) || /^document[.]writeln?$/.test(made.path))
    return last && !isPlain(names.fold(last), textOf(program, last)) ? 'page_from_text' : undefined
  if (/^(?:mark_safe|Markup|template[.](?:HTML|JS|URL))$/.test(made.path))
    return last && names.fold(last) === undefined ? 'page_from_text' : undefined
  if (!/^(?:send|end|write|html|HttpResponse|HTMLResponse|Fprintf|render_template_string)$/.test(made.name))
    return undefined
  const isPage = made.given.some(
    (one) =>
      /<\w+[\s>]/.test(textOf(program, one)) &&
      partsOf(one).some(
        (part) => isFromRequest(program, part) && !/escape|encode|sanitize|Number\(|int\(/i.test(textOf(program, part)),
      ),
  )
  return isPage ? 'page_from_text' : undefined
}

const partsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'TemplateLiteral'
    ? childrenOf(node, 'expressions')
    : node.type === 'string'
      ? node.children.filter(({ type }) => type === 'interpolation')
      : node.children

const isPlain = (value: unknown, text: string) => value !== undefined || /escape|sanitize|purify|encode/i.test(text)

const fetches =
  /^(?:fetch|axios|axios[.](?:get|post|request)|got|got[.]get|ky|needle|request|https?[.](?:get|request|Get|Post)|requests[.](?:get|post|head|request)|httpx[.](?:get|post)|urllib[.]request[.]urlopen|urlopen)$/

/** Fetches of an address of the request. */
export const chosenAddresses: HoleRule = (program, node) => {
  const made = callOf(program, node)
  const [first] = made?.given ?? []
  if (!made || !first || !fetches.test(made.path)) return undefined
  return isFromRequest(program, first) && !checkedAddress.test(functionText(program, node))
    ? 'address_from_request'
    : undefined
}
