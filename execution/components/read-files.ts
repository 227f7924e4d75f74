import { createHash } from 'node:crypto'
import { lockReaders, type LockReading } from './lock-readers.ts'
import type { ComponentFile } from './component.ts'
import { isManifest, isUnlocked } from './manifests.ts'

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
    const file = { path, sha256: createHash('sha256').update(bytes).digest('hex') }
    const reader = lockReaders[nameOf(path)]
    if (reader) {
      const reading = reader(text, { path, files })
      return reading === 'elsewhere' ? [] : [{ ...file, ...stateOf(reading) }]
    }
    return isUnlocked(path, text, paths) ? [{ ...file, state: 'unlocked', components: [] }] : []
  })
  const lost = unread.map((path): ComponentFile => ({ path, state: 'unread', sha256: '', components: [] }))
  return [...read, ...lost].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const stateOf = (reading: Exclude<LockReading, 'elsewhere'>): Pick<ComponentFile, 'state' | 'components'> => {
  if (reading === 'unread' || reading.length > componentsMost) return { state: 'unread', components: [] }
  const components = reading.filter(({ name, version }) => name !== '' && version !== '')
  return { state: components.length === reading.length ? 'locked' : 'part', components }
}

/** Whether a file names the packages of a commit, with versions or without. */
export const tellsComponents = (path: string): boolean =>
  !/(?:^|\/)(?:node_modules|vendor|\.git)\//.test(path) &&
  (Object.hasOwn(lockReaders, nameOf(path)) || isManifest(nameOf(path)))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
