import type { ComponentType } from './component-types.ts'

/** Lock files by their name, with the kind of packages that each names. */
const lockTypes = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'npm',
  'yarn.lock': 'npm',
  'bun.lock': 'npm',
  'bun.lockb': 'npm',
  'deno.lock': 'jsr',
  'requirements.txt': 'pypi',
  'poetry.lock': 'pypi',
  'uv.lock': 'pypi',
  'pdm.lock': 'pypi',
  'pylock.toml': 'pypi',
  'Pipfile.lock': 'pypi',
  'Cargo.lock': 'cargo',
  'go.mod': 'golang',
  'go.sum': 'golang',
  'Gemfile.lock': 'gem',
  'composer.lock': 'composer',
  'packages.lock.json': 'nuget',
  'packages.config': 'nuget',
  'gradle.lockfile': 'maven',
  'buildscript-gradle.lockfile': 'maven',
  'pubspec.lock': 'pub',
  'mix.lock': 'hex',
  'Package.resolved': 'swift',
} as const satisfies Readonly<Record<string, ComponentType>>

export type LockName = keyof typeof lockTypes

/** The name by which a lock file is read; undefined for another file. */
export const lockNameOf = (path: string): LockName | undefined => {
  const [name = '', folder] = path.split('/').toReversed()
  if (Object.hasOwn(lockTypes, name)) return name as LockName
  // pip reads any file; files in its own documentation, and in most projects, have such names.
  const isRequirements =
    name.endsWith('.txt') && (folder === 'requirements' || /(?:^|[-_.])requirements[-_.]/.test(name))
  return isRequirements ? 'requirements.txt' : undefined
}

/** Whether a path is that of a lock file whose packages can be compared. `go.mod` is a manifest, which people write. */
export const isLockFile = (path: string): boolean => {
  const name = lockNameOf(path)
  return name !== undefined && name !== 'go.mod'
}

/** The kind of packages that a lock file names; undefined for another file. */
export const typeOfLock = (path: string): ComponentType | undefined => {
  const name = lockNameOf(path)
  return name && lockTypes[name]
}
