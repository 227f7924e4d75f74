import ts from 'typescript'
import { commentsOf } from './comments.ts'
import { lineAt, nodesOf, type Finding, type Rule, type Source } from './source.ts'

interface Passage {
  readonly text: string
  readonly position: number
}

const unclear: readonly { readonly pattern: RegExp; readonly wrong: string }[] = [
  {
    pattern: /\b(nobody|somebody|anybody|someone|anyone|whoever|whomever|whatever|oneself|meanwhile)\b/i,
    wrong: 'a pronoun that names no one',
  },
  {
    pattern: /(?:^|[.:;] )(?:What|Who|Of|Told|Asked|Said)\b/,
    wrong: 'a sentence that does not begin with its subject',
  },
  { pattern: /\b(?:told|tells)\b/i, wrong: 'a riddle' },
  { pattern: /\b(?:stands|stood|lies)\b/i, wrong: 'a figure of speech for a place or a state' },
  { pattern: /\b(?:undefined|null|empty|false|absent|none) where\b/i, wrong: '“where” for a condition; write “if”' },
]

const help = /^apps\/cli\/(program|command)[^/.]*\.ts$/
const testNames: readonly string[] = ['test', 'describe']

/** Comments, titles of tests and help texts of the command line are sentences about a thing that they name. */
export const sentences: Rule = (source) => {
  if (!source.isCode || source.path.startsWith('samples/')) return []
  return passagesOf(source).flatMap(({ text, position }) => {
    const plain = text.replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"/g, '')
    const found = unclear.find(({ pattern }) => pattern.test(plain))
    if (!found) return []
    const instead = 'Name the thing: the caller, the limits, the output; see “Plain words” in CONTRIBUTING.md.'
    return [{ path: source.path, line: lineAt(source, position), wrong: found.wrong, instead } satisfies Finding]
  })
}

const passagesOf = (source: Source): readonly Passage[] => [
  ...comments(source),
  ...titles(source),
  ...helpTexts(source),
]

const comments = (source: Source) =>
  commentsOf(source).map(({ text, position }) => ({
    text: text.replaceAll(/^\/[/*]+ ?|\s*\*\/$/g, '').replaceAll(/\s*\n\s*(?:\* ?)?/g, ' '),
    position,
  }))

const titles = (source: Source) =>
  nodesOf(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || !testNames.includes(calledIn(node.expression))) return []
    const [title] = node.arguments
    if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return []
    // A title may go on from that of its group: “of a spreadsheet has a table for each sheet”.
    return [{ text: title.getText(source.tree).slice(1, -1).replace(/^w/, 'W'), position: title.getStart(source.tree) }]
  })

/** The name behind `test.each(rows)` and `test.runIf(condition)` is `test`. */
const calledIn = (expression: ts.Expression): string => {
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return calledIn(expression.expression)
  return ts.isIdentifier(expression) ? expression.text : ''
}

const helpTexts = (source: Source) => {
  if (!help.test(source.path)) return []
  return nodesOf(source).flatMap((node) =>
    ts.isStringLiteralLike(node) ? [{ text: node.text, position: node.getStart(source.tree) }] : [],
  )
}
