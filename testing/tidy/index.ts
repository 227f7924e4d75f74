import { circles } from './circles.ts'
import { clock } from './clock.ts'
import { comments } from './comments.ts'
import { decisions } from './decisions.ts'
import { imports } from './imports.ts'
import { names } from './names.ts'
import { scaffolding } from './scaffolding.ts'
import { sizes } from './sizes.ts'
import { type Finding, type Tree } from './source.ts'
import { statements } from './statements.ts'
import { tables } from './tables.ts'
import { words } from './words.ts'
import { wordsInNames } from './words-in-names.ts'

export { readTree, treeOf } from './source.ts'

const rules = {
  imports,
  circles,
  statements,
  tables,
  sizes,
  names,
  clock,
  comments,
  words,
  wordsInNames,
  decisions,
  scaffolding,
}
export type RuleName = keyof typeof rules
export const ruleNames = Object.keys(rules) as RuleName[]

/** What breaks a rule, in the order of the paths. */
export const findingsOf = (tree: Tree, name: RuleName): Finding[] =>
  [...tree.values()].flatMap((source) => rules[name](source, tree))

export const sentenceOf = ({ path, line, wrong, instead }: Finding): string => `${path}:${line}: ${wrong}. ${instead}`
