import type { Expression, Node, ObjectProperty } from '@babel/types'
import { assertionsIn, comparedNames, type Assertion } from '../javascript/assertions.ts'
import {
  editedSource,
  hasNode,
  lineOf,
  programOf,
  sourceOf,
  spanOf,
  uncheckedStart,
  withEdits,
  type Edit,
} from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'

/** An assertion whose expected value can change. */
interface Mutant {
  readonly line: number
  /** The expected leaf as the test writes it, and its replacement. */
  readonly value: string
  readonly other: string
  /** The assertion as it is, its actual value, and the assertion with the other value, as pieces of the text. */
  readonly node: Expression
  readonly actual: Expression
  readonly edit: Edit
  readonly test: number | undefined
}

const oneArgument = new Set(
  [
    'toBe',
    'toEqual',
    'toStrictEqual',
    'toMatchObject',
    'toHaveLength',
    'toContain',
    'toContainEqual',
    'toMatch',
  ].concat(['equal', 'equals', 'eq', 'eql', 'eqls', 'lengthOf', 'include']),
)
const compared = new Set<string>(comparedNames)

/** Assertions of a test file with one other expected value each: the first one of each test first. */
export const mutantsIn = (file: ProbeFile, suffix: string): readonly Mutant[] => {
  const program = programOf(file)
  if (!program) return []
  const mutants = assertionsIn(program).flatMap((assertion) => mutantOf(assertion, file.text, suffix) ?? [])
  const places = mutants.map((mutant, at) => mutants.slice(0, at).filter(({ test }) => test === mutant.test).length)
  return mutants
    .map((mutant, at) => ({ mutant, place: places[at]! }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ mutant }) => mutant)
}

const mutantOf = (assertion: Assertion, text: string, suffix: string): Mutant | undefined => {
  const pair = comparedIn(assertion)
  if (!pair) return undefined
  const { actual, expected, others } = pair
  const edit = anotherValue(expected, suffix)
  if (!edit || !others.every(canRepeat)) return undefined
  return {
    line: lineOf(assertion.node),
    value: text.slice(edit.start, edit.end) || sourceOf(text, expected),
    other: edit.start === edit.end ? editedSource(text, expected, [edit]) : edit.text,
    node: assertion.node,
    actual,
    edit,
    test: assertion.test,
  }
}

interface Compared {
  readonly actual: Expression
  readonly expected: Expression
  /** Expressions that are evaluated a second time with the expected value. */
  readonly others: readonly Expression[]
}

const comparedIn = ({ style, names, values, expected }: Assertion): Compared | undefined => {
  if (names.includes('not')) return undefined
  const [first, second, ...more] = values
  const last = names.at(-1)
  if (style === 'expect') {
    if (!first || last === undefined) return undefined
    if (last === 'toBeCloseTo' && expected[0] && isWholePrecision(expected[1])) {
      return { actual: first, expected: expected[0], others: [...values.slice(1), ...expected] }
    }
    const at = last === 'toHaveProperty' ? 1 : oneArgument.has(last) ? 0 : -1
    const value = expected[at]
    return value && { actual: first, expected: value, others: [...values.slice(1), ...expected] }
  }
  if (!first) return undefined
  if (last === undefined || last === 'ok' || last === 'default') return comparisonIn(first, values.slice(1))
  if (!compared.has(last) || !second) return undefined
  return sides(first, second, more)
}

/** The side without a literal is the actual value. */
const sides = (first: Expression, second: Expression, others: readonly Expression[]): Compared | undefined => {
  const isFirst = anotherValue(first, '') !== undefined
  const isSecond = anotherValue(second, '') !== undefined
  if (isFirst === isSecond) return undefined
  return isSecond
    ? { actual: first, expected: second, others: [second, ...others] }
    : { actual: second, expected: first, others: [first, ...others] }
}

const comparisonIn = (node: Expression, others: readonly Expression[]): Compared | undefined =>
  node.type === 'BinaryExpression' && ['==', '==='].includes(node.operator) && node.left.type !== 'PrivateName'
    ? sides(node.left, node.right, others)
    : undefined

// With a negative precision, one more can still be close.
const isWholePrecision = (precision: Expression | undefined) => !precision || precision.type === 'NumericLiteral'

/**
 * A test file in which each of `mutants` is evaluated twice: unchanged, and then with the other value, which has to
 * throw. The actual value is evaluated once. Results go to the file that the environment names. The last mutant of each
 * test throws on, so that the runner has to report a failed test.
 */
export const mutatedCopy = (file: ProbeFile, mutants: readonly Mutant[], nonce: string, index: number): string => {
  const lastOfTest = new Map(
    mutants
      .toSorted((one, other) => spanOf(one.node).start - spanOf(other.node).start)
      .map((mutant) => [mutant.test, mutant]),
  )
  const edits = mutants.map((mutant): Edit => {
    const { start, end } = spanOf(mutant.node)
    const site = { probe: nonce, file: index, line: mutant.line, value: cut(mutant.value), other: cut(mutant.other) }
    const isLast = mutant.test !== undefined && lastOfTest.get(mutant.test) === mutant
    const value = `value_${nonce}`
    const actual = sourceOf(file.text, mutant.actual)
    const as = (changes: readonly Edit[]) =>
      editedSource(file.text, mutant.node, [{ ...spanOf(mutant.actual), text: value }, ...changes])
    return {
      start,
      end,
      text: `probe_${nonce}(${JSON.stringify(site)}, ${isLast}, (${actual}), (${value}) => ${as([])}, (${value}) => ${as([mutant.edit])})`,
    }
  })
  return `${uncheckedStart(file.path)}${withEdits(file.text, edits)}\n${recorder(nonce)}`
}

const cut = (text: string) => text.slice(0, 120)

const recorder = (nonce: string) => `
;function probe_${nonce}(site, isLast, actual, original, other) {
  const fs = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : require('fs')
  const record = (failed) => {
    const line = JSON.stringify({ ...site, failed, thrown: failed && isLast })
    fs.appendFileSync(process.env.ATELIER_PROBE, '\\n' + line + '\\n')
  }
  const threw = (error) => {
    record(true)
    if (isLast) throw error
  }
  const examine = (result) => {
    let mutated
    try {
      mutated = other(actual)
    } catch (error) {
      threw(error)
      return result
    }
    if (mutated && typeof mutated.then === 'function') {
      return mutated.then(() => (record(false), result), (error) => (threw(error), result))
    }
    record(false)
    return result
  }
  const result = original(actual)
  return result && typeof result.then === 'function' ? result.then(examine) : examine(result)
}
`

/**
 * The edit that changes an expected value: a number one larger, a string with `suffix` at its end, the other truth
 * value; in an array or object one leaf. Undefined if the value has no literal, or where evaluating it a second time
 * could have an effect.
 */
const anotherValue = (expected: Expression, suffix: string): Edit | undefined =>
  canRepeat(expected) ? changedLeaf(expected, suffix) : undefined

const changedLeaf = (node: Node, suffix: string): Edit | undefined => {
  const { start, end } = spanOf(node)
  const literal = changedLiteral(node, suffix)
  if (literal !== undefined) return { start, end, text: literal }
  if (node.type === 'TemplateLiteral') return { start: end - 1, end: end - 1, text: suffix }
  if (node.type === 'ArrayExpression') {
    return node.elements.length === 0
      ? { start, end, text: `[${JSON.stringify(suffix)}]` }
      : firstLeaf(node.elements, suffix)
  }
  if (node.type === 'ObjectExpression') {
    return node.properties.length === 0
      ? { start, end, text: `{ ${JSON.stringify(suffix)}: 1 }` }
      : changedProperty(node.properties, suffix)
  }
  if (node.type === 'UnaryExpression' && ['-', '+'].includes(node.operator)) return changedLeaf(node.argument, suffix)
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') {
    return changedLeaf(node.expression, suffix)
  }
  return undefined
}

const changedLiteral = (node: Node, suffix: string): string | undefined => {
  if (node.type === 'NumericLiteral') return largerNumber(node.value)
  if (node.type === 'BigIntLiteral') return `${BigInt(node.value) + 1n}n`
  if (node.type === 'StringLiteral') return JSON.stringify(node.value + suffix)
  if (node.type === 'BooleanLiteral') return String(!node.value)
  const isNothing = node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')
  return isNothing ? '0' : undefined
}

const firstLeaf = (nodes: readonly (Node | null)[], suffix: string): Edit | undefined => {
  for (const node of nodes) {
    const edit = node && changedLeaf(node, suffix)
    if (edit) return edit
  }
  return undefined
}

const changedProperty = (properties: readonly Node[], suffix: string): Edit | undefined => {
  const plain = properties.filter(
    (one): one is ObjectProperty => one.type === 'ObjectProperty' && !one.computed && !one.shorthand,
  )
  // A later property of the same name would hide the change.
  const names = plain.map(({ key }) => ('name' in key ? key.name : 'value' in key ? String(key.value) : ''))
  const isWhole = plain.length === properties.length && new Set(names).size === names.length
  return isWhole
    ? firstLeaf(
        plain.map(({ value }) => value),
        suffix,
      )
    : undefined
}

// Beyond 2 ** 53, one more can be the same number.
const largerNumber = (value: number) => String(value + 1 === value ? value / 2 : value + 1)

const effects = new Set<Node['type']>([
  'AwaitExpression', 'YieldExpression', 'AssignmentExpression', 'UpdateExpression', 'NewExpression',
  'TaggedTemplateExpression', 'ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression', 'JSXElement',
  'ImportExpression',
]) // prettier-ignore

/** Whether an expression can be evaluated again; of calls, only `expect.any(…)` and its like. */
const canRepeat = (expression: Expression): boolean =>
  !hasNode(
    expression,
    (node) => effects.has(node.type) || (node.type === 'CallExpression' && !isMatcherCall(node.callee)),
  )

const isMatcherCall = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  ((callee.object.type === 'Identifier' && callee.object.name === 'expect') || isMatcherCall(callee.object))
