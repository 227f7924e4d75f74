import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { publicRegistries } from '../../execution/setup/index.ts'
import { tarOf } from './tar.ts'
import { serveRegistry, type FakeRegistry } from './serve.ts'

/** A package for a fake npm registry: its manifest and its files. */
export interface NpmPackage {
  readonly name: string
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  /** When the registry got it; absent for a registry of packages without a time. */
  readonly publishedAt?: string
  /** The registry's warning about every version below `fixedIn`. */
  readonly advisory?: { readonly severity: 'high' | 'low'; readonly title: string; readonly fixedIn: string }
  readonly files: Readonly<Record<string, string>>
}

export interface NpmRegistry extends FakeRegistry {
  /** A lock file in which the public registry has these packages, `name` or `name@version`, as npm writes it. */
  lockFor(...names: readonly string[]): string
}

/** An npm registry on loopback. */
export const npmRegistry = async (packages: readonly NpmPackage[], credentials?: string): Promise<NpmRegistry> => {
  const packed = packages.map((one): Packed => ({ one, tarball: tarballOf(one) }))
  const registry = await serveRegistry((path, address, body) => {
    if (path === advisoriesPath) return advisoriesOf(packages, body)
    const [name, file] = decodeURIComponent(path.slice(1)).split('/-/')
    const found = packed.filter(({ one }) => one.name === name)
    if (found.length === 0) return undefined
    if (file === undefined) return { type: 'application/json', body: JSON.stringify(packumentOf(found, address)) }
    const tarball = found.find(({ one }) => file === fileOf(one))?.tarball
    return tarball && { type: 'application/octet-stream', body: tarball }
  }, credentials)
  const lockFor = (...names: readonly string[]) =>
    lockOf(packed.filter(({ one }) => names.includes(one.name) || names.includes(`${one.name}@${one.version}`)))
  return { ...registry, lockFor }
}

const advisoriesPath = '/-/npm/v1/security/advisories/bulk'

/** The answer to a list of installed versions; a registry without an advisory has no such page. */
const advisoriesOf = (packages: readonly NpmPackage[], body: Buffer) => {
  if (packages.every(({ advisory }) => advisory === undefined)) return undefined
  const installed = JSON.parse(gunzipSync(body).toString()) as Readonly<Record<string, readonly string[]>>
  const found = packages.flatMap(({ name, version, advisory }, id) => {
    if (!advisory || !installed[name]?.includes(version)) return []
    const { severity, title, fixedIn } = advisory
    const url = `https://github.com/advisories/GHSA-${name}`
    return [[name, [{ id, url, title, severity, vulnerable_versions: `<${fixedIn}`, cwe: [] }]] as const]
  })
  return { type: 'application/json', body: JSON.stringify(Object.fromEntries(found)) }
}

interface Packed {
  readonly one: NpmPackage
  readonly tarball: Buffer
}

const fileOf = ({ name, version }: NpmPackage) => `${name}-${version}.tgz`

const manifestOf = ({ name, version, scripts, bin, dependencies }: NpmPackage) => ({
  name,
  version,
  scripts,
  bin,
  dependencies,
})

const tarballOf = (one: NpmPackage) =>
  gzipSync(
    tarOf({
      'package/package.json': JSON.stringify(manifestOf(one)),
      ...Object.fromEntries(Object.entries(one.files).map(([path, text]) => [`package/${path}`, text])),
    }),
  )

const integrityOf = (tarball: Buffer) => `sha512-${createHash('sha512').update(tarball).digest('base64')}`

/** The newest version comes last. */
const packumentOf = (all: readonly Packed[], address: string) => ({
  name: all[0]!.one.name,
  time: Object.fromEntries(all.flatMap(({ one }) => (one.publishedAt ? [[one.version, one.publishedAt]] : []))),
  'dist-tags': { latest: all.at(-1)!.one.version },
  versions: Object.fromEntries(
    all.map(({ one, tarball }) => {
      const dist = { tarball: `${address}${one.name}/-/${fileOf(one)}`, integrity: integrityOf(tarball) }
      return [one.version, { ...manifestOf(one), hasInstallScript: hasScript(one), dist }]
    }),
  ),
})

const hasScript = ({ scripts = {} }: NpmPackage) => Object.keys(scripts).some((name) => name.includes('install'))

const lockOf = (packages: readonly Packed[]) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: Object.fromEntries(packages.map(({ one }) => [one.name, one.version])) },
      ...Object.fromEntries(
        packages.map(({ one, tarball }) => [
          `node_modules/${one.name}`,
          {
            version: one.version,
            resolved: `https://${publicRegistries.npm[0]}/${one.name}/-/${fileOf(one)}`,
            integrity: integrityOf(tarball),
            ...(one.bin && { bin: one.bin }),
            ...(hasScript(one) && { hasInstallScript: true }),
          },
        ]),
      ),
    },
  })
