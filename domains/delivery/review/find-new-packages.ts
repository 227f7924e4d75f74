import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { isLockFile, setupFilesAmong } from '../../../execution/setup/index.ts'
import { namesPackage } from '../../../packages/lock-files/index.ts'
import { packagesOf } from './evidence.ts'
import type { NewPackages } from './new-packages.ts'
import { readTexts, type TaskWork } from '../workbench/index.ts'

/**
 * The packages that a task adds to the lock files of the project or changes in version, and the packages that its
 * manifests ask for.
 */
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
