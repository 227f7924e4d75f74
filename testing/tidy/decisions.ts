import { basename } from 'node:path/posix'
import type { Finding, Rule, Tree } from './source.ts'

const wordsMax = 400

/** A decision has a number of its own, in its name and its title, a line in decisions/README.md, and 400 words at most. */
export const decisions: Rule = ({ path, text }, tree) => {
  const number = numberOf(path)
  if (number === undefined) return []
  const first = [...tree.keys()].find((other) => numberOf(other) === number)!
  if (first !== path) return [at(path, `has the number of ${basename(first)}`, `Rename it: ${nextIn(tree)} is free.`)]
  const title = `# ${Number(number)}. `
  if (!text.startsWith(title))
    return [at(path, 'has another number in its title than in its name', `Begin it with “${title}”.`)]
  const words = text.split(/\s+/).filter(Boolean).length
  if (words > wordsMax)
    return [at(path, `has ${words} words, of ${wordsMax}`, 'Keep the decision, its reason and what was refused.')]
  const list = tree.get('decisions/README.md')
  if (!list || list.text.includes(`](${basename(path)})`)) return []
  return [at(path, 'is not listed in decisions/README.md', 'Add a line for it under its subject.')]
}

const numberOf = (path: string) => /^decisions\/(\d{4})-[^/]+\.md$/.exec(path)?.[1]

const nextIn = (tree: Tree) => {
  const last = Math.max(...[...tree.keys()].map((path) => Number(numberOf(path) ?? 0)))
  return String(last + 1).padStart(4, '0')
}

const at = (path: string, wrong: string, instead: string): Finding => ({ path, line: 1, wrong, instead })
