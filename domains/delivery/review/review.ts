import type { ChangedFile } from '../../../execution/repositories/index.ts'

/** A changed file with its text on both sides; undefined without a text, or if it is binary or too large. */
export interface ReviewedFile {
  readonly name: string
  readonly file: ChangedFile
  readonly before: string | undefined
  readonly after: string | undefined
  readonly secretsBefore: readonly string[]
  readonly secretsAfter: readonly string[]
}

// File modes of git.
const submodule = '160000'
const link = '120000'

/** The faults of a changed file for any task: sentences that an agent can act on. */
export const faultsIn = (reviewed: ReviewedFile, protectedPaths: ReadonlySet<string>): readonly string[] => {
  const { name, file, before, after } = reviewed
  const isLink = file.modeAfter === link
  return [
    ...(protectedPaths.has(name) ? [`${name} is a protected file, which stays outside of the repository.`] : []),
    ...(file.modeAfter === submodule || name === '.gitmodules'
      ? [`${name} is a submodule; a task may not add or change one.`]
      : []),
    ...(isLink && isLinkOutside(name, after ?? '') ? [`${name} is a link that leads out of the repository.`] : []),
    ...(isLink && isWinding(after ?? '')
      ? [`${name} is a link with “..” behind a name, which can lead anywhere. Write its target without.`]
      : []),
    ...(markers(after) > markers(before) ? [`${name} holds conflict markers.`] : []),
    ...added(reviewed.secretsBefore, reviewed.secretsAfter).map((rule) => `${name} adds a secret (${rule}).`),
  ]
}

const markers = (text = '') => text.match(/^(<{7}|>{7})( |\r?$)/gm)?.length ?? 0

/** True if a link of this path with this target points outside of the tree that holds it. */
export const isLinkOutside = (path: string, target: string): boolean => {
  if (target.startsWith('/')) return true
  let depth = path.split('/').length - 1
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}

/** True if a link goes up behind a name: if that name is a link itself, its target is unknown. */
const isWinding = (target: string): boolean => {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  return parts.lastIndexOf('..') > parts.findIndex((part) => part !== '..') && parts.some((part) => part !== '..')
}

/** Rules that hit more often than before; each named once. */
const added = (before: readonly string[], after: readonly string[]) => {
  const count = (rules: readonly string[], rule: string) => rules.filter((one) => one === rule).length
  return [...new Set(after)].filter((rule) => count(after, rule) > count(before, rule))
}
