import { jsonObject } from '../../../platform/contract/json.ts'
import { bareHashes, entriesOf, isObject, listOf, type LockedPackage, textOf } from './locked-package.ts'

const valueIn = (text: string, name: string) => new RegExp(`^${name} = "([^"\\n]*)"`, 'm').exec(text)?.[1]

/** The lists of packages that Cargo, Poetry and uv write in TOML. */
export const tomlPackages = (text: string): LockedPackage[] => {
  const [before = '', ...parts] = text.split(/^\[\[package\]\]\s*$/m)
  const metadata = cargoMetadata(before + (parts.at(-1) ?? ''))
  return parts.flatMap((part): LockedPackage[] => {
    const head = part.split(/^\[/m)[0]!
    const name = valueIn(head, 'name')
    const version = valueIn(head, 'version')
    if (name === undefined || version === undefined) return []
    const checksum = valueIn(head, 'checksum') ?? metadata.get(`${name} ${version}`)
    const hashes = archivesIn(head)
    if (checksum !== undefined) hashes.set('checksum', checksum)
    return [
      {
        name,
        version,
        address: sourceIn(head) ?? sourceIn(part),
        hashes,
        mark: `name = "${name}"\nversion = "${version}"`,
      },
    ]
  })
}

/** Early lock files of Cargo keep the checksums at their end. */
const cargoMetadata = (text: string) =>
  new Map(
    [...text.matchAll(/^"checksum (\S+) (\S+) [^"\n]*" = "([^"\n]+)"/gm)].map(([, name, version, hash]) => [
      `${name} ${version}`,
      hash!,
    ]),
  )

const sourceIn = (text: string) => {
  const plain = valueIn(text, 'source')
  if (plain !== undefined) return plain
  const inTable = /^source = \{ (?:registry|git|url) = "([^"\n]+)"/m.exec(text)?.[1]
  if (inTable !== undefined) return inTable
  const section = text.split(/^\[package\.source\]\s*$/m)[1]
  return (
    section &&
    valueIn(section, 'url') &&
    [valueIn(section, 'url'), valueIn(section, 'resolved_reference')].filter(Boolean).join('#')
  )
}

const archivesIn = (text: string) =>
  new Map(
    [
      ...text.matchAll(
        /\{[^{}\n]{0,40}?\b(?:file|url|path) = "([^"\n]{1,500})"[^{}\n]{0,80}?\bhash = "([^"\n]{1,200})"/g,
      ),
    ].map(([, file, hash]) => [file!.slice(file!.lastIndexOf('/') + 1), hash!]),
  )

export const goPackages = (text: string): LockedPackage[] =>
  [...text.matchAll(/^(\S+) (v[^\s/]+)(\/go\.mod)? (h\d+:\S+)/gm)].map(([, name, version, file, hash]) => ({
    name: name!,
    version: version!,
    hashes: new Map([[file ?? 'module', hash!]]),
    mark: `${name} ${version}${file ?? ''} `,
  }))

export const gemPackages = (text: string): LockedPackage[] => {
  const hashes = new Map(
    [...text.matchAll(/^ {2}([\w.-]+) \(([^)\s]+)\) (sha\d+)=(\S+)/gm)].map(([, name, version, kind, hash]) => [
      `${name} ${version}`,
      new Map([[kind!, hash!]]),
    ]),
  )
  let address = ''
  return text.split('\n').flatMap((line): LockedPackage[] => {
    if (/^\S/.test(line)) address = ''
    const place = /^ {2}(remote|revision): (\S+)/.exec(line)
    if (place) address = place[1] === 'remote' ? place[2]! : `${address}#${place[2]}`
    const [, name, version] = /^ {4}([\w.-]+) \(([^)\s]+)\)\s*$/.exec(line) ?? []
    if (name === undefined || address === '') return []
    const own = hashes.get(`${name} ${version}`) ?? new Map<string, string>()
    return [{ name, version: version!, address, hashes: own, mark: line.trim() }]
  })
}

export const composerPackages = (text: string): LockedPackage[] => {
  const lock = jsonObject(text) ?? {}
  return [...listOf(lock.packages), ...listOf(lock['packages-dev'])].flatMap((one): LockedPackage[] => {
    if (!isObject(one) || textOf(one.name) === '') return []
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
    return [
      { name: textOf(one.name), version: textOf(one.version), address, hashes, mark: `"name": "${textOf(one.name)}"` },
    ]
  })
}

export const pipfilePackages = (text: string): LockedPackage[] => {
  const lock = jsonObject(text) ?? {}
  return [...entriesOf(lock.default), ...entriesOf(lock.develop)].flatMap(([name, one]): LockedPackage[] =>
    isObject(one)
      ? [
          {
            name,
            version: textOf(one.version).replace(/^==/, ''),
            address:
              [textOf(one.git) || textOf(one.index), textOf(one.ref)].filter((part) => part !== '').join('#') ||
              undefined,
            hashes: bareHashes(listOf(one.hashes).map(textOf)),
            mark: `${JSON.stringify(name)}:`,
          },
        ]
      : [],
  )
}

/** Requirements with an exact version, which may go on over several lines. */
export const requirementPackages = (text: string): LockedPackage[] =>
  text
    .replaceAll('\\\r\n', ' ')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line): LockedPackage[] => {
      const [mark, name, version] = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])?\s?===?\s?([^\s;#]+)/.exec(line) ?? []
      if (mark === undefined) return []
      const hashes = bareHashes([...line.matchAll(/--hash=(\S+)/g)].map(([, hash]) => hash!))
      return [{ name: name!.toLowerCase().replaceAll(/[-_.]+/g, '-'), version: version!, hashes, mark }]
    })
