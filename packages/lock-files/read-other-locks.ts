import { parse } from 'smol-toml'
import {
  bareHashes,
  entriesOf,
  isObject,
  linesOf,
  listOf,
  type LockedPackage,
  unknownEntry,
  textOf,
} from './locked-package.ts'

/** The lists of packages that Cargo, Poetry, uv, PDM and pip write in TOML. Throws for an invalid text. */
export const tomlPackages = (text: string): LockedPackage[] => {
  const lock = parse(text)
  const metadata = isObject(lock.metadata) ? lock.metadata : {}
  const older = isObject(metadata.files) ? metadata.files : {}
  // Early lock files of Cargo keep the checksums at their end.
  const checksums = new Map(
    Object.entries(metadata).map(([key, value]) => [key.split(' ').slice(0, 3).join(' '), textOf(value)]),
  )
  return listOf(lock.package ?? lock.packages).map((one): LockedPackage => {
    if (!isObject(one)) return unknownEntry(JSON.stringify(one))
    const name = textOf(one.name)
    const version = textOf(one.version)
    const isAside = isFolder(one.source)
    if (name === '' || (version === '' && !isAside)) return unknownEntry(name === '' ? '[[package' : `name = "${name}"`)
    const checksum = textOf(one.checksum) || checksums.get(`checksum ${name} ${version}`)
    const hashes = archivesOf([one.files, one.sdist, one.wheels, one.archive, older[name]])
    if (checksum !== undefined) hashes.set('checksum', checksum)
    const mark = `name = "${name}"\nversion = "${version}"`
    return { name, version, address: sourceOf(one.source), hashes, mark, isDevelopment: isOfDevelopment(one), isAside }
  })
}

/** Poetry names the groups that need a package, and before its version 2 a category. */
const isOfDevelopment = ({ groups, category }: Record<string, unknown>) =>
  Array.isArray(groups) ? !groups.some((group) => group === 'main' || group === 'default') : category === 'dev'

const isFolder = (source: unknown) =>
  isObject(source) &&
  (source.type === 'directory' ||
    [source.editable, source.virtual, source.directory].some((path) => typeof path === 'string'))

const sourceOf = (source: unknown): string | undefined => {
  if (!isObject(source)) return textOf(source) || undefined
  const place = [source.registry, source.git, source.url].map(textOf).find((one) => one !== '')
  return place && [place, textOf(source.resolved_reference)].filter((part) => part !== '').join('#')
}

/** Hashes by the archives that they are of. */
const archivesOf = (lists: readonly unknown[]) =>
  new Map(
    lists.flat().flatMap((one): [string, string][] => {
      if (!isObject(one)) return []
      const file = [one.file, one.url, one.path, one.name].map(textOf).find((place) => place !== '') ?? ''
      const hashes = entriesOf(one.hashes).map(([kind, value]) => `${kind}:${textOf(value)}`)
      const hash = textOf(one.hash) || hashes.join(' ')
      return file === '' || hash === '' ? [] : [[file.slice(file.lastIndexOf('/') + 1), hash]]
    }),
  )

export const goPackages = (text: string): LockedPackage[] =>
  linesOf(text).flatMap((line): LockedPackage[] => {
    if (line.trim() === '') return []
    const [, name, version, file, hash] = /^(\S+) (v[^\s/]+)(\/go\.mod)? (h\d+:\S+)\s*$/.exec(line) ?? []
    if (name === undefined) return [unknownEntry(line)]
    const hashes = new Map([[file ?? 'module', hash!]])
    return [{ name, version: version!, hashes, isAside: file !== undefined, mark: `${name} ${version}${file ?? ''} ` }]
  })

/** The sections of Bundler: the sections of sources list packages, below a line with their address. */
const gemSection = /^(?:(GEM|GIT|PATH|PLUGIN SOURCE)|PLATFORMS|DEPENDENCIES|RUBY VERSION|BUNDLED WITH|CHECKSUMS)$/
const gemSource = /^ {2}(?:specs:|(?:remote|revision|branch|tag|ref|glob|submodules|type|uri): .*)$/

export const gemPackages = (text: string): LockedPackage[] => {
  const hashes = new Map(
    [...text.matchAll(/^ {2}([\w.-]+) \(([^)\s]+)\) (sha\d+)=(\S+)/gm)].map(([, name, version, kind, hash]) => [
      `${name} ${version}`,
      new Map([[kind!, hash!]]),
    ]),
  )
  let address: string | undefined
  let source: string | undefined
  return linesOf(text).flatMap((written): LockedPackage[] => {
    const line = written.trimEnd()
    if (line === '') return []
    const section = gemSection.exec(line)
    if (section) {
      source = section[1]
      address = undefined
      return []
    }
    // Lines of other sections name no package, and those with six spaces what one asks for.
    if (
      source === undefined ? /^ {2,3}\S/.test(line) : gemSource.test(line) || /^ {6}[\w.-]+!?(?: \(.*\))?$/.test(line)
    ) {
      const place = source && /^ {2}(remote|revision): (\S+)/.exec(line)
      if (place) address = place[1] === 'remote' ? place[2]! : `${address}#${place[2]}`
      return []
    }
    const [, name, version] = /^ {4}([\w.-]+) \(([^)\s]+)\)$/.exec(line) ?? []
    if (name === undefined || source === undefined) return [unknownEntry(line)]
    const own = hashes.get(`${name} ${version}`) ?? new Map<string, string>()
    const isAside = source === 'PATH' && address !== undefined && !address.includes(':')
    return [{ name, version: version!, address, hashes: own, mark: line.trim(), isAside }]
  })
}

export const composerPackages = (lock: Record<string, unknown>): LockedPackage[] => {
  const shipped = listOf(lock.packages)
  return [...shipped, ...listOf(lock['packages-dev'])].map((one, at): LockedPackage => {
    if (!isObject(one) || textOf(one.name) === '') return unknownEntry(JSON.stringify(one).slice(0, 200))
    const place = isObject(one.dist) ? one.dist : isObject(one.source) ? one.source : {}
    const origin = isObject(one.source) ? one.source : {}
    const hashes = new Map(
      [
        ['reference', textOf(place.reference)] as const,
        ['source', textOf(origin.reference)] as const,
        ['shasum', textOf(place.shasum)] as const,
      ].filter(([, hash]) => hash !== ''),
    )
    const address = textOf(place.url).replace(textOf(place.reference), '') || undefined
    const mark = `"name": "${textOf(one.name)}"`
    const isDevelopment = at >= shipped.length
    return { name: textOf(one.name), version: textOf(one.version), address, hashes, mark, isDevelopment }
  })
}

export const pipfilePackages = (lock: Record<string, unknown>): LockedPackage[] => {
  const shipped = new Set(entriesOf(lock.default).map(([name]) => name))
  return [...entriesOf(lock.default), ...entriesOf(lock.develop)].map(([name, one]): LockedPackage =>
    isObject(one)
      ? {
          name,
          version: textOf(one.version).replace(/^==/, ''),
          address:
            [textOf(one.git) || textOf(one.index), textOf(one.ref)].filter((part) => part !== '').join('#') ||
            undefined,
          hashes: bareHashes(listOf(one.hashes).map(textOf)),
          mark: `${JSON.stringify(name)}:`,
          isDevelopment: !shipped.has(name),
        }
      : unknownEntry(JSON.stringify(name)),
  )
}

/** Options of pip that name no package. */
const pipOption =
  /^(?:-i|-f|-c|--(?:index-url|extra-index-url|no-index|find-links|constraint|no-binary|only-binary|prefer-binary|require-hashes|pre|trusted-host|use-feature|hash))(?:[\s=]|$)/

/** Requirements; `isRead` decides about files that they name. One without an exact version has none. */
export const requirementPackages = (text: string, isRead: (path: string) => boolean): LockedPackage[] =>
  text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !pipOption.test(line))
    .flatMap((line): LockedPackage[] => {
      const [, other] = /^(?:-r|--requirement)[\s=]?\s?(\S+)/.exec(line) ?? []
      if (other !== undefined && isRead(other)) return []
      const [mark, name] = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])?(?![\w:/.-])/.exec(line) ?? []
      if (mark === undefined) return [unknownEntry(line)]
      const asked = line
        .slice(mark.length)
        .split(/;|\s#|\s--hash\b/, 1)[0]!
        .trim()
      const version = /^===?\s?([\w.!+-]+)$/.exec(asked)?.[1] ?? ''
      const hashes = bareHashes([...line.matchAll(/--hash[=\s](\S+)/g)].map(([, hash]) => hash!))
      const end = line.indexOf(asked, mark.length) + asked.length
      const named = name!.toLowerCase().replaceAll(/[-_.]+/g, '-')
      return [{ name: named, version, asked, hashes, mark: line.slice(0, end) }]
    })
