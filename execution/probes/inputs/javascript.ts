import type { Node } from '@babel/types'
import { assertionsIn, type Assertion } from '../javascript/assertions.ts'
import {
  editedSource,
  lineOf,
  programOf,
  spanOf,
  uncheckedStart,
  visitNodes,
  withEdits,
  type Edit,
} from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'
import { alteredInputs, contains } from './altered-inputs.ts'
import { inputsIn } from './product-inputs.ts'
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

interface CopyMark {
  readonly nonce: string
  readonly index: number
  readonly variant: number
}

const recordingCopy = (
  file: ProbeFile,
  assertions: readonly Assertion[],
  altered: readonly Edit[],
  { nonce, index, variant }: CopyMark,
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

const isPlainLiteral = (node: Node): boolean => {
  let isPlain = true
  visitNodes(node, (inner) => {
    if (/^(?:Identifier|CallExpression|NewExpression|AwaitExpression|\w*FunctionExpression)$/.test(inner.type)) {
      isPlain = isPlain && inner.type === 'Identifier' && inner.name === 'undefined'
    }
  })
  return isPlain
}

const hasAwait = (node: Node) => hasOutsideFunctions(node, 'AwaitExpression')
const hasYield = (node: Node) => hasOutsideFunctions(node, 'YieldExpression')

const hasOutsideFunctions = (root: Node, type: Node['type']) => {
  let isFound = false
  visitNodes(root, (node, around) => {
    if (node.type === type && !around.some((one) => /Function|Method/.test(one.type))) isFound = true
  })
  return isFound
}
