import { isFunction, type Program } from '../../syntax/names.ts'
import { childOf, childrenOf, nearest, walk, type SyntaxNode } from '../../syntax/tree.ts'
import { callOf, functionText, isFromRequest, ownerWords, textOf } from './around.ts'
import type { HoleRule } from './hole.ts'

const query =
  /^[\s"'`(rfbu]*(?:select\s[\s\S]{1,400}?\sfrom\s|insert\s+into\s|update\s+[\w"`.${}]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/i
const joins = /^(?:TemplateLiteral|BinaryExpression|string|binary_operator|binary_expression|call|call_expression)$/
const harmlessNames =
  /^(?:columns?|fields?|table(?:Name)?|placeholders?|schema|marks|[A-Z][A-Z0-9_]*|isOld|order|direction)$/

/** Queries with values in their text, rather than beside it. */
export const isTextQuery: HoleRule = (program, node) => {
  const around = node.parent?.type
  if (!joins.test(node.type) || around === 'TaggedTemplateExpression' || around === node.type) return false
  const text = textOf(program, node)
  if (!query.test(text.replace(/^(?:fmt[.]Sprintf|["'`][^"'`]{0,1500}["'`][.]format)\(/, ''))) return false
  if (!/\b(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text) && !isQueried(program, node)) return false
  return valuesIn(program, node).some((value) => !isHarmless(program, value))
}

/** A sentence may begin like a query: in small letters, a query is passed to a function or assigned to a name for it. */
const isQueried = (program: Program, node: SyntaxNode): boolean => {
  const around = node.parent?.type === 'argument_list' ? node.parent.parent : node.parent
  const call = around && callOf(program, around)
  if (call)
    return /^(?:query\w*|execute\w*|exec|run|all|get|first|prepare|raw|Query\w*|Exec\w*|Raw|unsafe)$/.test(call.name)
  return ownerWords(program, node).some((word) => /^(?:sql|query|statement|text)$/.test(word))
}

const isHarmless = ({ names, tree }: Program, node: SyntaxNode) => {
  const text = tree.text.slice(node.start, Math.min(node.end, node.start + 300))
  return (
    names.fold(node) !== undefined ||
    harmlessNames.test(text) ||
    /^(?:Number|parseInt|int|float|len)\(/.test(text) ||
    /=>\s?["'`](?:[?]|\$\$?\{?)/.test(text) ||
    /\b(?:escape|quote|placeholder|identifier)\w*\(/i.test(text)
  )
}

/** The parts of a text that are no literals. */
const valuesIn = (program: Program, node: SyntaxNode): readonly SyntaxNode[] => {
  if (node.type === 'TemplateLiteral') return childrenOf(node, 'expressions')
  if (node.type === 'string')
    return node.children
      .filter(({ type }) => type === 'interpolation')
      .flatMap(({ children }) => children.filter(({ type }) => /\w/.test(type)).slice(0, 1))
  if (/^(?:BinaryExpression|binary_operator|binary_expression)$/.test(node.type)) {
    const operator = String(childOf(node, 'operator')?.value ?? node.value)
    if (operator !== '+' && operator !== '%') return []
    return [childOf(node, 'left'), childOf(node, 'right')].flatMap((side) => {
      if (!side || program.names.fold(side) !== undefined) return []
      return side.type === node.type ? valuesIn(program, side) : [side]
    })
  }
  const call = callOf(program, node)
  return call && (call.path === 'fmt.Sprintf' || call.name === 'format')
    ? call.values.slice(call.name === 'format' ? 0 : 1)
    : []
}

const joining = /^(?:path[.](?:join|resolve)|join|resolve|os[.]path[.]join|filepath[.]Join|path[.]Join|posix[.]join)$/
const opening =
  /\b(?:readFile|readFileSync|createReadStream|createWriteStream|writeFile|writeFileSync|sendFile|sendfile|unlink|rmSync|open|OpenFile|ReadFile|WriteFile|ServeFile|send_file|send_from_directory|appendFile|Create|read_text|read_bytes|write_text)\b/
const checked =
  /startsWith|startswith|HasPrefix|[.]relative\(|relative_to|basename|Base\(|normalize|\.\.|includes\(["'`][/\\]|is_relative_to|secure_filename|IsLocal|safe_join|SecureJoin|[.]test\(|fullmatch|allowed|known/i
const chosen =
  /^(?:file|fileName|filename|file_name|filePath|path|name|key|slug|id|upload|target|input|\w+Name|\w+_name|\w+Id|\w+_id)$/
const serving =
  /\b(?:req|request|res|response|reply|http|https|express|fastify|koa|flask|download|upload|tenant|customer|user)\b/i

/** Paths with a part that a caller chooses, in a function that opens files and checks nothing about them. */
export const isTextPath: HoleRule = (program, node) => {
  const call = callOf(program, node)
  const isTemplate =
    node.type === 'TemplateLiteral' ||
    (node.type === 'string' && node.children.some(({ type }) => type === 'interpolation'))
  if (isTemplate ? !isPathText(program, node) : !(call && joining.test(call.path))) return false
  const parts = call ? call.values.slice(1) : valuesIn(program, node)
  const body = functionText(program, node)
  if (!opening.test(body) || checked.test(body)) return false
  const isServed = serving.test(program.tree.text)
  return parts.some((part) => isFromRequest(program, part) || (isServed && isParameter(program, part)))
}

/** A template that begins with a name or a folder and continues behind a slash. */
const isPathText = (program: Program, node: SyntaxNode) => {
  const around =
    node.parent && callOf(program, node.parent.type === 'argument_list' ? node.parent.parent! : node.parent)
  return around !== undefined && opening.test(around.name) && textOf(program, node).includes('/')
}

const isParameter = (program: Program, node: SyntaxNode) =>
  /^[iI]dentifier$/.test(node.type) &&
  chosen.test(String(node.value)) &&
  program.names.bindings.some(
    (one) =>
      one.name === node.value && one.from === undefined && node.start > one.scope.start && node.end <= one.scope.end,
  )

/** Expressions with a repetition of a repetition. */
export const isBacktrackingExpression: HoleRule = (program, node) => {
  const source = expressionOf(program, node)
  return source !== undefined && hasNestedRepeat(source)
}

const expressionOf = (program: Program, node: SyntaxNode): string | undefined => {
  if (node.type === 'RegExpLiteral') return String(node.value)
  const call = callOf(program, node)
  const [first] = call?.values ?? []
  if (!call || !first || program.tree.language === 'go') return undefined
  if (!/^(?:RegExp|re[.](?:compile|match|search|fullmatch|sub|findall|split))$/.test(call.path)) return undefined
  const value = program.names.fold(first)
  return typeof value === 'string' ? value : undefined
}

const sourceMostChars = 1_000

/** Whether a group that repeats ends with a part that repeats, or has the same letter in two alternatives. */
const hasNestedRepeat = (source: string): boolean => {
  const open: { readonly at: number; isRepeated: boolean }[] = []
  const text = source.slice(0, sourceMostChars)
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '\\') at += 1
    else if (sign === '[') at = endOfClass(text, at)
    else if (sign === '(') open.push({ at, isRepeated: false })
    else if (sign === ')') {
      const group = open.pop()
      const isMany = /^(?:[*+]|\{\d*,\d{0}\})/.test(text.slice(at + 1, at + 8))
      const inside = group ? text.slice(group.at + 1, at) : ''
      if (isMany && (hasBareRepeat(inside) || hasSameAlternative(inside))) return true
    }
  }
  return false
}

const endOfClass = (text: string, from: number) => {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === ']') return at
  }
  return text.length
}

/** `a+`, `\w+` or `[a-z]*` alone, or behind what may be missing: one repetition may end anywhere. */
const hasBareRepeat = (inside: string) =>
  /^(?:\?:|\?<\w+>|\?P<\w+>)?(?:\\?.|\[(?:[^\]\\]|\\.){1,100}\])[?*]?(?:(?:\\?.|\[(?:[^\]\\]|\\.){1,100}\])[?*])?[+*]$/.test(
    inside,
  ) || /^(?:\?:)?(?:\(\?:)?(?:\\[wsdSWD]|[.\w])[+*](?:\\?.[?*])?$/.test(inside)

const hasSameAlternative = (inside: string) => {
  const parts = inside.replace(/^\?:/, '').split('|')
  return (
    parts.length > 1 && parts.length < 20 && new Set(parts.map((part) => part.replace(/[+*]$/, ''))).size < parts.length
  )
}

/** The key of `target[key] = value` in a function that merges or sets data of others. */
export const isReachablePrototype: HoleRule = (program, node) => {
  if (program.tree.language !== 'javascript' || node.type !== 'AssignmentExpression') return false
  const left = childOf(node, 'left')
  const key = left?.type === 'MemberExpression' && left.value === true ? childOf(left, 'property') : undefined
  if (key?.type !== 'Identifier' || program.names.fold(key) !== undefined) return false
  const around = nearest(node, isFunction)
  if (!around) return false
  const body = functionText(program, node)
  if (/__proto__|prototype|constructor|hasOwn|Object[.]create\(null\)|new Map\b/.test(body)) return false
  const name = nameOf(around)
  const isDeep = /merge|deep|extend|defaults|unflatten|^set(?:In|Path|Deep|At|Value|Property)?$|assign/i.test(name)
  const isNested =
    [...walk(around)].some(({ type, value }) => type === 'Identifier' && value === name && name !== '') ||
    /[.](?:split|reduce)\(/.test(body)
  return (isDeep && isNested) || isFromRequest(program, key)
}

const nameOf = (node: SyntaxNode): string =>
  String((childOf(node, 'id') ?? childOf(node, 'key') ?? (node.parent && childOf(node.parent, 'id')))?.value ?? '')
