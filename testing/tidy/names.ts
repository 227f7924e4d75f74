import { basename, dirname } from 'node:path/posix'
import type { Finding, Rule, Source, Tree } from './source.ts'

const empty = /^(utils?|helpers?|managers?|services?|common|data|info|base|misc)$/
const emptyEnding = /-(utils?|helpers?|managers?|services?)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A name says what is inside: no names that fit everything, kebab-case, operations named after their operation. */
export const names: Rule = (source, tree) => {
  if (!source.isCode) return []
  const parts = source.path.split('/').map((part) => part.split('.')[0]!)
  const bad = parts.find((part) => empty.test(part) || emptyEnding.test(part))
  if (bad) return [at(source, `is named “${bad}”, which fits everything`, 'Name it after the one thing that it holds.')]
  const odd = parts.find((part) => part !== '' && !kebab.test(part))
  if (odd) return [at(source, `“${odd}” is not in small letters with dashes`, 'Rename it: create-project.ts.')]
  return operationName(source, tree)
}

const operationName = (source: Source, tree: Tree) => {
  const domain = /^(domains\/[^/]+\/[^/]+)\/operations$/.exec(dirname(source.path))?.[1]
  if (!domain) return []
  const id = basename(source.path)
    .split('.')[0]!
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const declared = [...tree.values()].some(
    ({ path, text }) => path.startsWith(`${domain}/contract`) && text.includes(`export const ${id} = operation(`),
  )
  if (declared) return []
  return [
    at(
      source,
      `no operation ${id} in ${domain}/contract.ts`,
      'Name the file after its operation, or move it out of operations/.',
    ),
  ]
}

const at = ({ path }: Source, wrong: string, instead: string): Finding => ({ path, line: 1, wrong, instead })
