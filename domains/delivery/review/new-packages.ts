import { namesPackage, namesVersion } from '../../../packages/lock-files/index.ts'
import type { PackagesPolicy } from '../../code/projects/contract/review-policy.ts'
import type { RequestReason } from '../requests/index.ts'
import { sentence } from '../sentences/index.ts'
import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { isLockFile, setupFilesAmong } from '../../../execution/setup/index.ts'
import { packagesOf } from './evidence.ts'
import { readTexts, type TaskWork } from '../workbench/index.ts'

/** A package that was there before, and the versions that it comes to. */
interface MovedPackage {
  readonly name: string
  readonly versions: readonly string[]
}

/** The effect of a change on the packages of a project. */
interface NewPackages {
  /** Names that lock files have now and had not. */
  readonly added: readonly string[]
  /** Those of them that a manifest of the change asks for; the others come along. */
  readonly declared: readonly string[]
  readonly moved: readonly MovedPackage[]
  /** Whether the list was cut. */
  readonly truncated: boolean
}

const shownMost = 20

/**
 * Why a person decides about the packages that a change adds or brings to other versions; none if the project, or the
 * request, allows them. Packages that come along with an added one need no name; each other version needs one.
 */
export const packageReasons = (
  policy: PackagesPolicy,
  packages: NewPackages,
  request: string,
): readonly RequestReason[] =>
  policy === 'merge' ? [] : [...addedReasons(policy, packages, request), ...movedReasons(policy, packages, request)]

const movedReasons = (policy: PackagesPolicy, { moved }: NewPackages, request: string): readonly RequestReason[] => {
  const asks = ({ name, versions }: MovedPackage) =>
    policy === 'ask' || !namesPackage(request, name) || !versions.every((version) => namesVersion(request, version))
  const names = moved.filter(asks).map(({ name, versions }) => `${name} ${versions.join(', ')}`)
  return names.length === 0
    ? []
    : [{ code: 'packages_moved', message: sentence('packages_moved', { names: shownOf(names) }) }]
}

const addedReasons = (
  policy: PackagesPolicy,
  { added, declared, truncated }: NewPackages,
  request: string,
): readonly RequestReason[] => {
  if (added.length === 0 && !truncated) return []
  const unnamed = policy === 'ask' ? added : declared.filter((name) => !namesPackage(request, name))
  const isAskedFor = policy !== 'ask' && !truncated && declared.length > 0 && unnamed.length === 0
  return isAskedFor
    ? []
    : [{ code: 'packages_added', message: sentenceFor(policy, unnamed.length > 0 ? unnamed : added) }]
}

const sentenceFor = (policy: PackagesPolicy, names: readonly string[]) => {
  if (names.length === 0) return sentence('lock_files_too_many')
  return sentence(policy === 'ask' ? 'packages_added' : 'packages_unnamed', { names: shownOf(names) })
}

const shownOf = (names: readonly string[]): string => {
  const more = names.length > shownMost ? ` and ${names.length - shownMost} more` : ''
  return `${names.slice(0, shownMost).join(', ')}${more}`
}

/** Packages that a task adds to the lock files or changes in version, and packages that its manifests ask for. */
export const newPackagesOf = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  compared: Comparison,
): Promise<NewPackages> => {
  const { id } = repository
  const between = { base: task.baseSha!, head: task.headSha! }
  const { changes, truncated } = await packagesOf(repositories, id, between, compared)
  const added = [...new Set(changes.flatMap(({ kind, name }) => (kind === 'added' ? [name] : [])))]
  const moved = changes.flatMap(({ kind, name, before, after }) => {
    const versions = after.filter((version) => !before.includes(version))
    return kind === 'changed' && versions.length > 0 ? [{ name, versions }] : []
  })
  if (added.length === 0) return { added, declared: [], moved, truncated }
  const paths = compared.files.flatMap(({ path }) => (path === undefined ? [] : [path]))
  const manifests = setupFilesAmong(paths).filter((path) => !isLockFile(path))
  const textsAt = async (commit: string) =>
    (await readTexts(repositories, id, commit, manifests)).map((text) => asked(text ?? ''))
  const [before, after] = await Promise.all([textsAt(between.base), textsAt(between.head)])
  const isDeclared = (name: string) =>
    after.some((text, at) => namesPackage(text, name) && !namesPackage(before[at]!, name))
  return { added, declared: added.filter(isDeclared), moved, truncated }
}

// Go lists indirect dependencies in its manifest as well, and marks them.
const asked = (text: string) => text.replaceAll(/^.*\/\/ indirect$/gm, '')
