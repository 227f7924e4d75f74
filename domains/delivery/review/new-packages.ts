import type { PackagesPolicy } from '../../code/projects/contract/review-policy.ts'
import type { RequestReason } from '../requests/index.ts'
import { sentence } from '../sentences/index.ts'

/** The effect of a change on the packages of a project. */
export interface NewPackages {
  /** Names that lock files have now and had not. */
  readonly added: readonly string[]
  /** Those of them that a manifest of the change asks for; the others come along. */
  readonly declared: readonly string[]
  /** Whether the list was cut. */
  readonly truncated: boolean
}

const shownMost = 20

/** Why a person decides about the packages that a change adds; none if the project, or the request, allows them. */
export const packageReasons = (
  policy: PackagesPolicy,
  { added, declared, truncated }: NewPackages,
  request: string,
): readonly RequestReason[] => {
  if (policy === 'merge' || (added.length === 0 && !truncated)) return []
  const unnamed = policy === 'ask' ? added : declared.filter((name) => !namesPackage(request, name))
  const isAskedFor = policy !== 'ask' && !truncated && declared.length > 0 && unnamed.length === 0
  return isAskedFor
    ? []
    : [{ code: 'packages_added', message: sentenceFor(policy, unnamed.length > 0 ? unnamed : added) }]
}

const sentenceFor = (policy: PackagesPolicy, names: readonly string[]) => {
  if (names.length === 0) return sentence('lock_files_too_many')
  const more = names.length > shownMost ? ` and ${names.length - shownMost} more` : ''
  const shown = `${names.slice(0, shownMost).join(', ')}${more}`
  return sentence(policy === 'ask' ? 'packages_added' : 'packages_unnamed', { names: shown })
}

/** Whether a text has the name of a package as a word of its own; `-`, `_` and `.` are one, as Python has it. */
export const namesPackage = (text: string, name: string): boolean => {
  const words = ` ${alike(text)} `
  const sought = alike(name)
  for (let at = words.indexOf(sought); at !== -1; at = words.indexOf(sought, at + 1)) {
    const before = words[at - 1]!
    const after = words.slice(at + sought.length, at + sought.length + 2)
    if (!/[\w@/-]/.test(before) && !/^([\w/]|-\w)/.test(after)) return true
  }
  return false
}

const alike = (text: string) => text.toLowerCase().replaceAll(/[-_.]+/g, '-')
