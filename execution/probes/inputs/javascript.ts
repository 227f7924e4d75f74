import type { Node, Program } from '@babel/types'
import { assertionsIn, type Assertion } from '../javascript/assertions.ts'
import {
  editedSource,
  hasNode,
  lineOf,
  loadedBy,
  programOf,
  spanOf,
  uncheckedStart,
  visitNodes,
  withEdits,
  type Edit,
} from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'
import { recorder } from './recorder.ts'

/**
 * Copies of a test file that record what its assertions look at instead of asserting it. The first has the inputs of
 * the test, the others have altered ones, the same for each call of this function. Empty if the test passes no literal
 * to the product.
 */
export const recordingCopies = (file: ProbeFile, nonce: string, index: number): readonly string[] => {
  const program = programOf(file)
  if (!program) return []
  const inputs = inputsIn(program)
  const assertions = assertionsIn(program)
  if (inputs.length === 0 || assertions.length === 0) return []
  const altered = alteredInputs(file.text, inputs)
  return [[], ...altered].map((edits, variant) => recordingCopy(file, assertions, edits, { nonce, index, variant }))
}

const recordingCopy = (
  file: ProbeFile,
  assertions: readonly Assertion[],
  altered: readonly Edit[],
  { nonce, index, variant }: { readonly nonce: string; readonly index: number; readonly variant: number },
): string => {
  const records = assertions.flatMap((assertion): readonly Edit[] => {
    const actual = actualOf(assertion)
    if (!actual) return []
    const inside = altered.filter((edit) => contains(spanOf(actual), edit))
    const text = editedSource(file.text, actual, inside)
    const site = {
      probe: nonce,
      file: index,
      variant,
      line: lineOf(assertion.node),
      column: assertion.node.loc?.start.column ?? 0,
      call: text.slice(0, 200),
    }
    const isAwaited = hasAwait(actual)
    const recorded = `record_${nonce}(${JSON.stringify(site)}, ${isAwaited ? 'async ' : ''}() => (${text}))`
    return [{ ...spanOf(assertion.node), text: isAwaited ? `(await ${recorded})` : recorded }]
  })
  const outside = altered.filter((edit) => !records.some((record) => contains(record, edit)))
  return `${uncheckedStart(file.path)}${withEdits(file.text, [...records, ...outside])}\n${recorder(nonce)}`
}

/** The subject of an assertion: of two arguments the argument that is more than a literal. */
const actualOf = ({ style, values }: Assertion): Node | undefined => {
  const [first, second] = values
  const actual = style === 'assert' && first && second && isPlainLiteral(first) ? second : first
  return actual && !hasYield(actual) ? actual : undefined
}

const isPlainLiteral = (node: Node): boolean =>
  !hasNode(
    node,
    (inner) =>
      /^(?:Identifier|CallExpression|NewExpression|AwaitExpression|\w*FunctionExpression)$/.test(inner.type) &&
      !(inner.type === 'Identifier' && inner.name === 'undefined'),
  )

const hasAwait = (node: Node) => hasOutsideFunctions(node, 'AwaitExpression')
const hasYield = (node: Node) => hasOutsideFunctions(node, 'YieldExpression')

const hasOutsideFunctions = (root: Node, type: Node['type']) =>
  hasNode(root, (node, around) => node.type === type && !around.some((one) => /Function|Method/.test(one.type)))

/**
 * The literals and arrays that a test passes to the product: literals in arguments of calls to imports with a relative
 * path or to values made from these, and in the variables, tables and loops that these arguments name.
 */
const inputsIn = (program: Program): readonly Node[] => {
  const product = productNames(program)
  const sources = sourcesOf(program)
  const inputs = new Set<Node>()
  const followed = new Set<string>()
  const collect = (root: Node) => {
    visitNodes(root, (node, around) => {
      if (around.some((one) => /Function|Method|^TS\w*Type|^JSX/.test(one.type))) return
      const parent = around.at(-1)
      const isKey = parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed
      if (isInput(node) && !isKey) inputs.add(node)
      if (node.type !== 'Identifier' || isKey || followed.has(node.name) || product.has(node.name)) return
      followed.add(node.name)
      sources.get(node.name)?.forEach(collect)
    })
  }
  visitNodes(program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const root = rootOf(node.callee)
    if (root !== undefined && product.has(root)) node.arguments.forEach(collect)
  })
  return [...inputs]
}

const isInput = (node: Node) =>
  node.type === 'NumericLiteral' ||
  node.type === 'StringLiteral' ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0) ||
  (node.type === 'ArrayExpression' && node.elements.length > 1)

const isOwnModule = (path: string) => /^(?:\.{1,2}(?:\/|$)|#|@\/|~\/)/.test(path)

const productNames = (program: Program): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !isOwnModule(statement.source.value)) continue
    statement.specifiers.forEach(({ local }) => names.add(local.name))
  }
  visitNodes(program, (node) => {
    if (node.type !== 'VariableDeclarator' || !node.init) return
    const root = rootOf(node.init)
    if (requiresOwn(node.init) || (root !== undefined && names.has(root))) {
      namesIn(node.id).forEach((name) => names.add(name))
    }
  })
  return names
}

const requiresOwn = (init: Node): boolean => hasNode(init, (node) => isOwnModule(loadedBy(node) ?? ''))

/** The name that a chain of calls and members begins with. */
const rootOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression') {
    return rootOf(node.callee)
  }
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') return rootOf(node.object)
  return node.type === 'AwaitExpression' ? rootOf(node.argument) : undefined
}

const namesIn = (pattern: Node): readonly string[] => {
  const names: string[] = []
  visitNodes(pattern, (node) => {
    if (node.type === 'Identifier') names.push(node.name)
  })
  return names
}

/** The sources of variables' values: declarations, iterated lists, the table of `test.each`. */
const sourcesOf = (program: Program): ReadonlyMap<string, readonly Node[]> => {
  const sources = new Map<string, Node[]>()
  const add = (pattern: Node, source: Node) =>
    namesIn(pattern).forEach((name) => sources.set(name, [...(sources.get(name) ?? []), source]))
  visitNodes(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init) add(node.id, node.init)
    if (node.type === 'ForOfStatement') add(node.left, node.right)
    if (node.type !== 'CallExpression') return
    const table = tableOf(node.callee)
    if (!table) return
    for (const callback of node.arguments) {
      if (callback.type !== 'ArrowFunctionExpression' && callback.type !== 'FunctionExpression') continue
      callback.params.forEach((parameter) => add(parameter, table))
    }
  })
  return sources
}

const tableOf = (callee: Node): Node | undefined => {
  if (callee.type === 'CallExpression') return callee.arguments[0]
  if (callee.type !== 'MemberExpression') return undefined
  return callee.object.type === 'ArrayExpression' || callee.object.type === 'Identifier' ? callee.object : undefined
}

const letters = (text: string) => Array.from(text)
const swapCase = (text: string) =>
  letters(text)
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

type NumberChange = (value: number) => number
type TextChange = (text: string) => string

/** How a copy's inputs differ from the test's; a value that occurs twice is altered twice the same way. */
interface Alteration {
  readonly number?: NumberChange
  readonly text?: TextChange
  readonly isArrayShorter?: boolean
}

const numbers = [
  (value) => value + 1,
  (value) => value - 1,
  (value) => value * 2,
  // Two numbers with only the other sign would have an equal product.
  (value) => -value - 1,
] as const satisfies readonly NumberChange[]
const texts = [
  swapCase,
  (text) => `${text}${text.slice(0, 1) || 'x'}`,
  (text) => letters(text).toReversed().join(''),
  () => '',
] as const satisfies readonly TextChange[]

// Where there are both, most alterations leave one kind: two wrong arguments end in an error that hides each of them.
const alterations = (hasNumbers: boolean, hasTexts: boolean): readonly Alteration[] => {
  if (!hasTexts) return numbers.map((number, at) => ({ number, isArrayShorter: at === 2 }))
  if (!hasNumbers) return texts.map((text, at) => ({ text, isArrayShorter: at === 2 }))
  return [
    { number: numbers[0] },
    { text: texts[0] },
    { number: numbers[2], isArrayShorter: true },
    { number: numbers[1], text: texts[1] },
  ]
}

/** The edits of four copies of a test, only by its own inputs. */
const alteredInputs = (text: string, inputs: readonly Node[]): readonly (readonly Edit[])[] => {
  const hasNumbers = inputs.some(({ type }) => type === 'NumericLiteral')
  const hasTexts = inputs.some(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral')
  return alterations(hasNumbers, hasTexts).map((alteration) => {
    const removed = alteration.isArrayShorter ? inputs.flatMap((node) => lastElement(node) ?? []) : []
    const outer = removed.filter((edit) => !removed.some((other) => other !== edit && contains(other, edit)))
    const changed = inputs.flatMap((node) => changedInput(node, alteration, text) ?? [])
    return [...outer, ...changed.filter((edit) => !outer.some((other) => contains(other, edit)))]
  })
}

type EditSpan = Pick<Edit, 'start' | 'end'>
const contains = (outer: EditSpan, inner: EditSpan): boolean => outer.start <= inner.start && inner.end <= outer.end

const changedInput = (node: Node, { number, text }: Alteration, source: string): Edit | undefined => {
  const { start, end } = spanOf(node)
  if (node.type === 'NumericLiteral' && number) {
    const value = number(node.value)
    return { start, end, text: value < 0 || Object.is(value, -0) ? `(${literalOf(value)})` : literalOf(value) }
  }
  if (node.type === 'StringLiteral' && text) return { start, end, text: JSON.stringify(text(node.value)) }
  if (node.type !== 'TemplateLiteral' || !text) return undefined
  const [quasi] = node.quasis
  return { start, end, text: JSON.stringify(text(quasi?.value.cooked ?? source.slice(start + 1, end - 1))) }
}

const literalOf = (value: number) => (Object.is(value, -0) ? '-0' : Number.isFinite(value) ? String(value) : '1e308')

const lastElement = (node: Node): Edit | undefined => {
  if (node.type !== 'ArrayExpression') return undefined
  const [before, last] = node.elements.slice(-2)
  return before && last ? { start: spanOf(before).end, end: spanOf(last).end, text: '' } : undefined
}
