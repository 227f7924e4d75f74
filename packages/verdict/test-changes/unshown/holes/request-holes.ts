import { setOf } from '../../../set-of.ts'
import { wordsOfName } from '../../guards/words.ts'
import type { Program } from '../../syntax/names.ts'
import { childOf, childrenOf, type SyntaxNode } from '../../syntax/tree.ts'
import { callOf, functionText, isFromRequest, isSentBody, textOf } from './around.ts'
import type { HoleRule } from './hole.ts'

const checkedAddress =
  /startsWith\(|startswith\(|HasPrefix|[.](?:host|hostname|origin|hostname|netloc|Host)\b|allow|url_has_allowed|is_safe_url|known|permitted/i

/** Answers that send people to an address of the request. */
export const isOpenRedirect: HoleRule = (program, node) => {
  const call = callOf(program, node)
  if (!call) return false
  const isRedirect =
    /^(?:redirect|Redirect|HttpResponseRedirect|RedirectResponse|temporaryRedirect)$/.test(call.name) ||
    (/^(?:setHeader|header|set|Set|writeHead|append)$/.test(call.name) &&
      /["'`]?location["'`]?\s?[,:]/i.test(textOf(program, node)))
  if (!isRedirect) return false
  const targets = call.values.filter(
    ({ type }) => !/Literal$|^(?:integer|int_literal)$/.test(type) || type === 'TemplateLiteral',
  )
  const isChosen = targets.some(
    (one) => !/^\W*(?:req|request|r)\W*$/.test(textOf(program, one)) && isFromRequest(program, one),
  )
  return isChosen && !checkedAddress.test(functionText(program, node))
}

/** Rules that let any other site read answers, or that repeat the site which asks. */
export const isOpenOrigin: HoleRule = (program, node) => {
  const text = textOf(program, node)
  const call = callOf(program, node)
  if (call) {
    const { name, values } = call
    if (settingHeader.test(name) && /access-control-allow-origin/i.test(text))
      return /["'`][*]["'`]|\borigin\b\s*\)/.test(text) || values.some((one) => isFromRequest(program, one))
    if (name === 'postMessage' && values[1] && program.names.fold(values[1]) === '*') return true
    if (/^(?:cors|CORS|enableCors)$/.test(name))
      return values.length === 0 || /\borigins?["']?\s?[:=]\s?(?:true|\[?\s?["'][*]["'])/.test(text)
    if (name === 'add_middleware' && /allow_origins\s?=\s?\[\s?["'][*]["']/.test(text)) return true
  }
  const isProperty = /^(?:ObjectProperty|pair|keyed_element)$/.test(node.type)
  if (isProperty && /^["'`]access-control-allow-origin["'`]\s?:/i.test(text))
    return /(?:["'`][*]["'`]|\borigin\b)\s*$/.test(text)
  const isOpened =
    /^(?:CORS_ALLOW_ALL_ORIGINS|CORS_ORIGIN_ALLOW_ALL)\s?=\s?True/.test(text) ||
    /[Aa]ccess-[Cc]ontrol-[Aa]llow-[Oo]rigin["']\]\s?=\s?["'][*]/.test(text)
  return node.type === 'assignment' && isOpened
}

const settingHeader = /^(?:setHeader|header|set|Set|Add|append|writeHead|appendHeader)$/

const people = setOf('user account member customer session tenant admin employee')
const sentFields = /^(?:body|input|changes|patch|updates|fields|payload|attrs|attributes)$/
const storing =
  /^(?:create|update|insert|save|insertOne|updateOne|updateMany|findByIdAndUpdate|findOneAndUpdate|upsert|assign|merge|set|build|bulkCreate|update_or_create)$/

/** Records that take all fields of a request: a role or a price among them. */
export const takesUncheckedFields: HoleRule = (program, node) => {
  const call = callOf(program, node)
  if (call) {
    const [target, ...sources] = call.values
    const isAssign = call.path === 'Object.assign'
    if (isAssign && sources.some((one) => isTakenWhole(program, one, target!))) return true
    const isModel = node.type === 'NewExpression' || /^[A-Z]\w+$/.test(call.name) || storing.test(call.name)
    return isModel && call.values.some((one) => isWholeBody(program, one))
  }
  if (node.type !== 'ObjectExpression') return false
  const spread = node.children.filter(({ type }) => type === 'SpreadElement').map((one) => one.children[0]!)
  const [first, ...rest] = spread
  return first !== undefined && rest.some((one) => isTakenWhole(program, one, first))
}

/** `req.body` itself, and `**request.json`; a field of it is chosen. */
const isWholeBody = (program: Program, node: SyntaxNode) => {
  const text = textOf(program, node).replace(/^\*\*/, '')
  return /^(?:req|request|ctx[.]request)[.](?:body|json|form|POST|data|get_json\(\))(?:[.]dict\(\))?$/.test(text)
}

const isTakenWhole = (program: Program, node: SyntaxNode, into: SyntaxNode) => {
  if (isWholeBody(program, node)) return true
  if (node.type !== 'Identifier') return false
  const isOfPerson = wordsOfName(textOf(program, into)).some((word) => people.has(word))
  return isOfPerson && (isSentBody(program, node) || sentFields.test(String(node.value)))
}

/** Pages that get text as it is. */
export const isUnescapedPage: HoleRule = (program, node) => {
  const { names } = program
  const isMarkup = (text: SyntaxNode | undefined) =>
    text !== undefined &&
    names.fold(text) === undefined &&
    !/escape|sanitize|purify|encode/i.test(textOf(program, text))
  if (node.type === 'AssignmentExpression') {
    const left = childOf(node, 'left')
    const name = left?.type === 'MemberExpression' ? String(childOf(left, 'property')?.value ?? '') : ''
    return /^(?:innerHTML|outerHTML|srcdoc)$/.test(name) && isMarkup(childOf(node, 'right'))
  }
  if (node.type === 'JSXAttribute') return /^dangerouslySetInnerHTML\b/.test(textOf(program, node))
  const call = callOf(program, node)
  if (!call) return false
  const last = call.values.at(-1)
  if (/^(?:insertAdjacentHTML|createContextualFragment)$/.test(call.name) || /^document[.]writeln?$/.test(call.path))
    return isMarkup(last)
  if (/^(?:mark_safe|Markup|template[.](?:HTML|JS|URL))$/.test(call.path))
    return last !== undefined && names.fold(last) === undefined
  if (!/^(?:send|end|write|html|HttpResponse|HTMLResponse|Fprintf|render_template_string)$/.test(call.name))
    return false
  const isPutIn = (part: SyntaxNode) =>
    isFromRequest(program, part) && !/escape|encode|sanitize|Number\(|int\(/i.test(textOf(program, part))
  return call.values.some((one) => /<\w+[\s>]/.test(textOf(program, one)) && partsOf(one).some(isPutIn))
}

const partsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'TemplateLiteral'
    ? childrenOf(node, 'expressions')
    : node.type === 'string'
      ? node.children.filter(({ type }) => type === 'interpolation')
      : node.children

const fetches =
  /^(?:fetch|axios|axios[.](?:get|post|request)|got|got[.]get|ky|needle|request|https?[.](?:get|request|Get|Post)|requests[.](?:get|post|head|request)|httpx[.](?:get|post)|urllib[.]request[.]urlopen|urlopen)$/

/** Fetches of an address of the request. */
export const isChosenAddress: HoleRule = (program, node) => {
  const call = callOf(program, node)
  const [first] = call?.values ?? []
  if (!call || !first || !fetches.test(call.path)) return false
  return isFromRequest(program, first) && !checkedAddress.test(functionText(program, node))
}
