import { createHash } from 'node:crypto'
import { lockReaderOf, type LockReading } from './lock-readers.ts'
import type { Component, ComponentFile } from './component.ts'
import { isUnlocked, typeOfManifest } from './manifests.ts'
import type { ComponentType } from './types.ts'

const componentsMost = 20_000

/**
 * What files of a commit say of its packages, by path. `files` has their contents as Latin-1, `unread` the paths of those that
 * were not read.
 */
export const readFiles = ({
  files,
  unread,
}: {
  readonly files: ReadonlyMap<string, string>
  readonly unread: readonly string[]
}): ComponentFile[] => {
  const paths = new Set([...files.keys(), ...unread])
  const read = [...files].flatMap(([path, content]): ComponentFile[] => {
    const bytes = Buffer.from(content, 'latin1')
    const text = bytes.toString('utf8')
    const file = { path, type: typeOf(path), sha256: createHash('sha256').update(bytes).digest('hex') }
    const format = lockReaderOf(path)
    if (format) {
      const reading = unreadIfThrown(() => format.read(text, { path, files }))
      return reading === 'elsewhere' ? [] : [{ ...file, ...stateOf(reading) }]
    }
    return isUnlocked(path, text, paths) ? [{ ...file, state: 'unlocked', components: [] }] : []
  })
  const lost = unread.map((path): ComponentFile => ({
    path,
    type: typeOf(path),
    state: 'unread',
    sha256: '',
    components: [],
  }))
  return withinLimit([...read, ...lost].toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}

const allMost = 50_000

/** Files behind the limit of a commit count as unread. */
const withinLimit = (files: readonly ComponentFile[]): ComponentFile[] => {
  let left = allMost
  return files.map((file) => {
    left -= file.components.length
    return left < 0 ? { ...file, state: 'unread', components: [] } : file
  })
}

const textMostChars = 500

/** Whether a package has a name and a version that no stranger made longer than any registry takes. */
const isNamed = ({ name, version }: Component) =>
  [name, version].every((text) => text !== '' && text.length <= textMostChars && !/[\0\ufffd]/.test(text))

/** A file of another form than its name says leaves the others of the commit as they are. */
const unreadIfThrown = (read: () => LockReading): LockReading => {
  try {
    return read()
  } catch {
    return 'unread'
  }
}

const stateOf = (reading: Exclude<LockReading, 'elsewhere'>): Pick<ComponentFile, 'state' | 'components'> => {
  if (reading === 'unread' || reading.length > componentsMost) return { state: 'unread', components: [] }
  const components = reading.filter(isNamed)
  return { state: components.length === reading.length ? 'locked' : 'part', components }
}

/** Whether a file names the packages of a commit, with versions or without. */
export const tellsComponents = (path: string): boolean =>
  !/(?:^|\/)(?:node_modules|vendor|\.git)\//.test(path) &&
  (lockReaderOf(path) !== undefined || typeOfManifest(nameOf(path)) !== undefined)

/** The kind of packages that a lock file or a manifest names. */
const typeOf = (path: string): ComponentType => lockReaderOf(path)?.type ?? typeOfManifest(nameOf(path)) ?? 'npm'

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
