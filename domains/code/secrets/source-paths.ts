import { caseClashes, forbiddenPath, prefixesOf } from '../../../execution/repositories/index.ts'

/**
 * Why no file may be written at each of these paths inside a checkout, by path; allowed paths are left out. `kept` are
 * the paths of the project: a path that differs from another only by case is refused.
 */
export const refusedPaths = (paths: readonly string[], kept: readonly string[]): ReadonlyMap<string, string> => {
  const refused = new Map<string, string>()
  for (const path of paths) {
    const reason = unfitReason(path) ?? forbiddenPath(Buffer.from(path))
    if (reason !== undefined || !path.isWellFormed()) refused.set(path, `is ${reason ?? 'not text'}`)
  }
  const known = new Set(kept)
  const asked = paths.filter((path) => !refused.has(path))
  const clashes = caseClashes([...new Set([...known, ...asked])].map((path) => Buffer.from(path)))
  const clashing = new Set(clashes.flat().map(String))
  if (clashing.size === 0) return refused
  for (const path of asked)
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
