import { areas } from './areas.ts'
import { circles } from './circles.ts'
import { clock } from './clock.ts'
import { comments } from './comments.ts'
import { decisions } from './decisions.ts'
import { events, eventsIn } from './events.ts'
import { exported } from './exported.ts'
import { expressions } from './expressions.ts'
import { consoleFloors, floors } from './floors.ts'
import { countForms, passagesOf } from './forms.ts'
import { imports, importsOf } from './imports.ts'
import { knownDomains } from './known-domains.ts'
import { names } from './names.ts'
import { openers } from './openers.ts'
import { outsideBytes } from './outside-bytes.ts'
import { packing } from './packing.ts'
import { contractsInPages } from './contracts-in-pages.ts'
import { pagesOfLists } from './pages-of-lists.ts'
import { programs } from './programs.ts'
import { removers } from './removers.ts'
import { rounding } from './rounding.ts'
import { scaffolding } from './scaffolding.ts'
import { sizes } from './sizes.ts'
import { smallFiles } from './small-files.ts'
import { type Finding, type Rule, type Tree } from './source.ts'
import { statements } from './statements.ts'
import { classesOf, styleSheets } from './style-sheets.ts'
import { queriesIn, tables } from './tables.ts'
import { timeLimits } from './time-limits.ts'
import { verbs } from './verbs.ts'
import { words } from './words.ts'
import { wordsInNames } from './words-in-names.ts'

export { readTree, treeOf } from './source.ts'
export { countForms }

const rules = {
  imports,
  areas,
  knownDomains,
  circles,
  floors,
  consoleFloors,
  events,
  statements,
  removers,
  rounding,
  tables,
  sizes,
  smallFiles,
  packing,
  pagesOfLists,
  contractsInPages,
  programs,
  names,
  verbs,
  clock,
  timeLimits,
  comments,
  words,
  openers,
  wordsInNames,
  decisions,
  scaffolding,
  outsideBytes,
  expressions,
  exported,
  styleSheets,
}
export type RuleName = keyof typeof rules
export const ruleNames = Object.keys(rules) as RuleName[]

/** Rules that look at what files import and query of one another; all others look at one file. */
const comparing: readonly RuleName[] = [
  'knownDomains',
  'circles',
  'events',
  'tables',
  'verbs',
  'smallFiles',
  'scaffolding',
  'outsideBytes',
  'styleSheets',
  'exported',
]

/** The findings of a rule, in the order of the paths. */
export const findingsOf = (tree: Tree, name: RuleName): readonly Finding[] => {
  const found = known.get(tree) ?? allFindings(tree)
  known.set(tree, found)
  return found.get(name)!
}

const known = new WeakMap<Tree, ReadonlyMap<RuleName, readonly Finding[]>>()

/** File by file, so that each is parsed once and its syntax tree dropped. */
const allFindings = (tree: Tree) => {
  const found = new Map<RuleName, Finding[]>(ruleNames.map((name) => [name, []]))
  const look = (name: RuleName, source: Parameters<Rule>[0]) => found.get(name)!.push(...rules[name](source, tree))
  for (const source of tree.values()) {
    importsOf(source)
    queriesIn(source)
    eventsIn(source)
    classesOf(source)
    passagesOf(source)
    for (const name of ruleNames) if (!comparing.includes(name)) look(name, source)
  }
  for (const name of comparing) for (const source of tree.values()) look(name, source)
  return found
}

export const sentenceOf = ({ path, line, wrong, instead }: Finding): string => `${path}:${line}: ${wrong}. ${instead}`
