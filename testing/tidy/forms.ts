import ts from 'typescript'
import { commentsOf } from './comments.ts'
import { nodesOf, readOnce, type Source, type Tree } from './source.ts'

/** Forms that plain words replace. One of them is no fault: their number over the whole tree is limited. */
const forms: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: 'a stand-in for a noun',
    pattern:
      /\b(?:one that|ones that|the one|that one|this one|the ones|another one|those that|those of|(?:is|are|of) none)\b/,
  },
  {
    name: 'a pronoun that names no one',
    pattern: /\b(?:nobody|somebody|anybody|someone|anyone|whoever|whomever|whatever|oneself|meanwhile)\b/i,
  },
  { name: '“where” for if or when', pattern: /\bwhere (?:there|it|they|he|that|this|none|one|no|the|a|an)\b/ },
  {
    name: '“what” as a noun',
    pattern: /\bwhat (?:it|they|is|was|are|were|a|an|the|that|people|others|clients|this)\b/i,
  },
  { name: '“alone” for only', pattern: /\b\w+ alone\b/ },
  { name: 'things that say or tell', pattern: /\b(?:says|said|told|tells|say)\b/ },
  { name: '“gives” for returns', pattern: /\b(?:gives|gave|is given|are given)\b/i },
  { name: '“goes on” for continues', pattern: /\b(?:goes|go|went|going) on\b/ },
  {
    name: '“anew” for again',
    pattern: /\b(?:anew|once more|by itself|by themselves|from then on|as it is then|for good)\b/,
  },
  { name: '“is gone” for was deleted', pattern: /\b(?:is|are|was|were) gone\b/ },
  { name: 'a figure of speech for a place', pattern: /\b(?:stands|stood|lies)\b/i },
]

const help = /^apps\/cli\/program\/[^/.]+\.ts$/
const testNames: readonly string[] = ['test', 'describe']

/** The number of each form in comments, titles of tests and help texts, by its name. */
export const countForms = (tree: Tree): ReadonlyMap<string, number> => {
  const passages = [...tree.values()].flatMap(passagesOf)
  return new Map(forms.map(({ name, pattern }) => [name, passages.filter((text) => pattern.test(text)).length]))
}

/** Comments, titles of tests and help texts of a file, without code and quotes in them. */
export const passagesOf = readOnce((source): readonly string[] => {
  if (!source.isCode || source.path.startsWith('samples/')) return []
  const texts = [...comments(source), ...titles(source), ...helpTexts(source)]
  return texts.map((text) => text.replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"/g, ''))
})

const comments = (source: Source) =>
  commentsOf(source).map(({ text }) =>
    text.replaceAll(/^\/[/*]+ ?|\s*\*\/$/g, '').replaceAll(/\s*\n\s*(?:\* ?)?/g, ' '),
  )

const titles = (source: Source) =>
  nodesOf(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || !testNames.includes(calledIn(node.expression))) return []
    const [title] = node.arguments
    if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return []
    return [title.getText(source.tree).slice(1, -1)]
  })

/** The name behind `test.each(rows)` and `test.runIf(condition)` is `test`. */
const calledIn = (expression: ts.Expression): string => {
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return calledIn(expression.expression)
  return ts.isIdentifier(expression) ? expression.text : ''
}

const helpTexts = (source: Source) => {
  if (!help.test(source.path)) return []
  return nodesOf(source).flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []))
}
