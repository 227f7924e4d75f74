import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { serveRegistry, type FakeRegistry } from './serve.ts'
import { tarOf } from './tar.ts'

/** A crate of one library file. */
export interface Crate {
  readonly name: string
  readonly version: string
  readonly source: string
}

export interface CrateRegistry extends FakeRegistry {
  /** The packages of a Cargo.lock, as cargo writes them for crates.io. */
  readonly lock: string
}

/** A registry of crates on loopback: its sparse index and its files. Names have four letters or more. */
export const crateRegistry = async (crates: readonly Crate[]): Promise<CrateRegistry> => {
  const files = new Map(crates.map((one) => [one.name, fileOf(one)]))
  const registry = await serveRegistry((path, address) => {
    if (path === '/config.json') return json({ dl: `${address}files/{crate}/{version}`, api: address })
    const [, name = '', version = ''] = /^\/files\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    if (version) return { type: 'application/octet-stream', body: files.get(name)! }
    const found = crates.find((one) => path === `/${one.name.slice(0, 2)}/${one.name.slice(2, 4)}/${one.name}`)
    return found && { type: 'text/plain', body: `${JSON.stringify(entryOf(found, files.get(found.name)!))}\n` }
  })
  return { ...registry, lock: crates.map((one) => lockOf(one, files.get(one.name)!)).join('\n') }
}

const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) })

const fileOf = ({ name, version, source }: Crate) => {
  const folder = `${name}-${version}`
  const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`
  return gzipSync(tarOf({ [`${folder}/Cargo.toml`]: manifest, [`${folder}/src/lib.rs`]: source }))
}

const checksum = (file: Buffer) => createHash('sha256').update(file).digest('hex')

/** Source: The Cargo Book, “Registry Index”. */
const entryOf = ({ name, version }: Crate, file: Buffer) => ({
  name,
  vers: version,
  deps: [],
  cksum: checksum(file),
  features: {},
  yanked: false,
})

const lockOf = ({ name, version }: Crate, file: Buffer) =>
  [
    '[[package]]',
    `name = "${name}"`,
    `version = "${version}"`,
    'source = "registry+https://github.com/rust-lang/crates.io-index"',
    `checksum = "${checksum(file)}"`,
    '',
  ].join('\n')
