import type { ComponentType } from '../../packages/lock-files/index.ts'

/** One version of a package that a lock file names. */
export interface Component {
  readonly type: ComponentType
  readonly name: string
  readonly version: string
  /** Used only in development, as far as the lock file records it. */
  readonly isDevelopment: boolean
  /** Where its archive is fetched from, without names and passwords. */
  readonly address?: string | undefined
  /** The hash of its archive: the algorithm as CycloneDX names it, and hexadecimal digits. */
  readonly hash?: { readonly alg: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'; readonly content: string } | undefined
}

/**
 * The state of a file of packages in a commit.
 *
 * - `locked`: all of them, by version.
 * - `part`: some have no version.
 * - `unlocked`: it asks for packages, and no lock file beside it or above names their versions.
 * - `unread`: it could not be read.
 */
export type FileState = 'locked' | 'part' | 'unlocked' | 'unread'

export interface ComponentFile {
  readonly path: string
  /** The kind of packages that it names. */
  readonly type: ComponentType
  readonly state: FileState
  /** The hash of the content, hexadecimal. */
  readonly sha256: string
  readonly components: readonly Component[]
}

/** The name under which a registry finds a package, whichever way it is written. */
export const normalName = (type: ComponentType, name: string): string => {
  if (type === 'pypi') return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
  return type === 'composer' || type === 'nuget' ? name.toLowerCase() : name
}

/** The package URL of a component, such as `pkg:npm/%40scope/name@1.2.3`. */
export const purlOf = ({ type, name, version }: Pick<Component, 'type' | 'name' | 'version'>): string =>
  `pkg:${type}/${normalName(type, name)
    .split(type === 'maven' ? ':' : '/')
    .map(encodeURIComponent)
    .join('/')}@${encodeURIComponent(version)}`
