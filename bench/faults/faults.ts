import { createHash } from 'node:crypto'
import ts from 'typescript'
import type { Files } from '../../testing/runner/related-tests.ts'

type Change = 'negate' | 'swap' | 'drop'

/** A place of a file by its text, so that it is found again after other lines of the file changed. */
interface PlaceText {
  readonly change: Change
  /** The text that changes, with single spaces. */
  readonly text: string
  /** Which one of several places with the same change and text in the file, from 0. */
  readonly occurrence: number
}

interface FaultPlace extends PlaceText {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

export interface Fault extends PlaceText {
  readonly number: number
  readonly file: string
}

/**
 * The first `count` faults of a seed, at most one in each file. Files and places are ordered by the hash of the seed and
 * their text, so that other files and other lines do not change the order.
 */
export const drawFaults = (files: Files, seed: number, count: number): Fault[] => {
  const rank = (text: string) => createHash('sha256').update(`${seed}\n${text}`).digest('hex')
  const faults: Fault[] = []
  for (const file of sortedBy([...files.keys()].filter(isProductFile), rank)) {
    if (faults.length === count) break
    const places = placesOf(files.get(file)!)
    const place = sortedBy(places, ({ change, text, occurrence }) =>
      rank(`${file}\n${change}\n${text}\n${occurrence}`),
    )[0]
    if (!place) continue
    const { change, text, occurrence } = place
    faults.push({ number: faults.length + 1, file, change, text, occurrence })
  }
  return faults
}

/** The file's text with the fault, or undefined if it no longer contains the fault's place. */
export const withFault = (source: string, fault: PlaceText): string | undefined => {
  const place = placesOf(source).find(
    ({ change, text, occurrence }) => change === fault.change && text === fault.text && occurrence === fault.occurrence,
  )
  return place && source.slice(0, place.start) + place.replacement + source.slice(place.end)
}

const sortedBy = <T>(items: readonly T[], rank: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: rank(item) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item)

/** Code of the product that acts: no tests, contracts, tables or words. */
const isProductFile = (path: string) =>
  /^(domains|execution|packages\/(?!sdk\/)[^/]+|platform|apps\/server|apps\/cli)\/.+\.ts$/.test(path) &&
  !/\.test\.ts$|\.d\.ts$|^domains\/.*\/contract(\.ts$|\/)|\/tables\.ts$|\/words\//.test(path)

/** Every place of a file that can change, in the order of the text. */
const placesOf = (source: string): FaultPlace[] => {
  const tree = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true)
  const places: FaultPlace[] = []
  const counts = new Map<string, number>()
  const add = (node: ts.Node, change: Change, replacement: string) => {
    const text = node.getText(tree).replaceAll(/\s+/g, ' ')
    const occurrence = counts.get(`${change}\n${text}`) ?? 0
    counts.set(`${change}\n${text}`, occurrence + 1)
    places.push({ change, text, occurrence, start: node.getStart(tree), end: node.getEnd(), replacement })
  }
  const visit = (node: ts.Node) => {
    if (isDroppable(node)) add(node, 'drop', ';')
    else if (ts.isBinaryExpression(node) && swapOf(node)) add(node, 'swap', swapped(node, tree))
    else if (isCondition(node)) add(node, 'negate', `!(${node.getText(tree)})`)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(tree, visit)
  return places
}

const isDroppable = (node: ts.Node) => {
  if (!ts.isExpressionStatement(node) || ts.isIterationStatement(node.parent, false)) return false
  const { expression } = node
  const acts = ts.isAwaitExpression(expression) ? expression.expression : expression
  if (ts.isCallExpression(acts)) return acts.expression.kind !== ts.SyntaxKind.SuperKeyword
  return ts.isBinaryExpression(acts) || ts.isPostfixUnaryExpression(acts)
}

const swaps = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])

const swapOf = ({ operatorToken }: ts.BinaryExpression) => swaps.get(operatorToken.kind)

const swapped = (node: ts.BinaryExpression, tree: ts.SourceFile) =>
  `${node.left.getText(tree)} ${swapOf(node)} ${node.right.getText(tree)}`

// Conditions of loops stay: a loop without an end costs its whole time and shows only that time limits work.
const isCondition = (node: ts.Node) => !isLogical(node) && isTested(node)

const isTested = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isIfStatement(parent)) return parent.expression === node
  if (ts.isConditionalExpression(parent)) return parent.condition === node
  if (!isLogical(parent)) return false
  return parent.left === node || (parent.right === node && isTested(parent))
}

const isLogical = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind)
