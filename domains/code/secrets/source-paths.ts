import { caseClashes, forbiddenPath, prefixesOf } from '../../../execution/repositories/index.ts'

/** Why a checkout may have no file at a path, by refused path. No two paths, also of the project, differ only by case. */
export const refusedPaths = (paths: readonly string[], stored: readonly string[]): ReadonlyMap<string, string> => {
  const refused = new Map<string, string>()
  for (const path of paths) {
    const reason = unfitReason(path) ?? forbiddenPath(Buffer.from(path))
    if (reason !== undefined || !path.isWellFormed()) refused.set(path, `is ${reason ?? 'not text'}`)
  }
  const known = new Set(stored)
  const allowed = paths.filter((path) => !refused.has(path))
  const clashes = caseClashes([...new Set([...known, ...allowed])].map((path) => Buffer.from(path)))
  const clashing = new Set(clashes.flat().map(String))
  if (clashing.size === 0) return refused
  for (const path of allowed)
    if (!known.has(path) && hasPrefixAmong(path, clashing)) refused.set(path, 'differs from another path only by case')
  return refused
}

const hasPrefixAmong = (path: string, prefixes: ReadonlySet<string>) => {
  for (const prefix of prefixesOf(Buffer.from(path))) if (prefixes.has(prefix.toString())) return true
  return false
}

const unfitReason = (path: string) => {
  if (path.includes('\\')) return 'a path with a backslash'
  return turned.test(path) ? 'a path with characters that change the direction of text or break lines' : undefined
}
// As in names of people and clients: such a path can be shown as another path.
const turned = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u
