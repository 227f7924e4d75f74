import { caseClashes, forbiddenPath } from '../../../execution/repositories/index.ts'

/**
 * Why no file may be written at each of these paths inside a checkout, by path; those that may be are left out.
 * `kept` are the paths that the project has: one that differs from another only by case is refused.
 */
export const refusedPaths = (paths: readonly string[], kept: readonly string[]): ReadonlyMap<string, string> => {
  const refused = new Map<string, string>()
  for (const path of paths) {
    const reason = unfitReason(path) ?? forbiddenPath(Buffer.from(path))
    if (reason !== undefined || !path.isWellFormed()) refused.set(path, `is ${reason ?? 'not text'}`)
  }
  const asked = paths.filter((path) => !refused.has(path))
  const groups = caseClashes([...new Set([...kept, ...asked])].map((path) => Buffer.from(path)))
  for (const prefix of groups.flat().map(String)) {
    const clashing = asked.filter((path) => !kept.includes(path) && (path === prefix || path.startsWith(`${prefix}/`)))
    for (const path of clashing) refused.set(path, 'differs from another path only by case')
  }
  return refused
}

const unfitReason = (path: string) => {
  if (path.includes('\\')) return 'a path with a backslash'
  return turned.test(path) ? 'a path with characters that change the direction of text or break lines' : undefined
}
// As in names of people and clients: such a path can be shown as another one.
const turned = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u
