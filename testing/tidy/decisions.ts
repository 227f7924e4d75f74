import { basename } from 'node:path/posix'
import type { Finding, Rule, Tree } from './source.ts'

const wordsMax = 400
const recordsMax = 80

/**
 * A decision has a number of its own, in its name and its title, a line in decisions/README.md, 400 words at most, and a
 * file outside of decisions/ that names it. There are at most 80: numbers of removed ones are not used again.
 */
export const decisions: Rule = ({ path, text }, tree) => {
  const number = numberOf(path)
  if (number === undefined) return []
  const { numbers, named } = knownIn(tree)
  const first = [...tree.keys()].find((other) => numberOf(other) === number)!
  if (first !== path) return [at(path, `has the number of ${basename(first)}`, `Rename it: ${nextIn(tree)} is free.`)]
  const title = `# ${Number(number)}. `
  if (!text.startsWith(title))
    return [at(path, 'has another number in its title than in its name', `Begin it with “${title}”.`)]
  const words = text.split(/\s+/).filter(Boolean).length
  if (words > wordsMax)
    return [at(path, `has ${words} words, of ${wordsMax}`, 'Keep the decision, its reason and what was refused.')]
  if (numbers.indexOf(number) >= recordsMax)
    return [
      at(path, `is one of ${numbers.length} decisions, of ${recordsMax}`, 'Move one to the AGENTS.md of its folder.'),
    ]
  if (!named.has(number))
    return [at(path, 'is named nowhere else', `Name “decisions/${number}” where the code follows it.`)]
  const list = tree.get('decisions/README.md')
  if (!list || list.text.includes(`](${basename(path)})`)) return []
  return [at(path, 'is not listed in decisions/README.md', 'Add a line for it under its subject.')]
}

interface KnownDecisions {
  readonly numbers: readonly string[]
  readonly named: ReadonlySet<string>
}
const known = new WeakMap<Tree, KnownDecisions>()

const knownIn = (tree: Tree): KnownDecisions => {
  const before = known.get(tree)
  if (before) return before
  const outside = [...tree.values()].filter(({ path }) => !path.startsWith('decisions/'))
  const found = {
    numbers: [...tree.keys()].flatMap((path) => numberOf(path) ?? []).sort(),
    named: new Set(
      outside.flatMap(({ text }) => [...text.matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number!)),
    ),
  }
  known.set(tree, found)
  return found
}

const numberOf = (path: string) => /^decisions\/(\d{4})-[^/]+\.md$/.exec(path)?.[1]

const nextIn = (tree: Tree) => {
  const last = Math.max(...[...tree.keys()].map((path) => Number(numberOf(path) ?? 0)))
  return String(last + 1).padStart(4, '0')
}

const at = (path: string, wrong: string, instead: string): Finding => ({ path, line: 1, wrong, instead })
