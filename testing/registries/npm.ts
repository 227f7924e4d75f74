import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { publicRegistries } from '../../execution/setup/index.ts'
import { tarOf } from './tar.ts'
import { serveRegistry, type FakeRegistry } from './serve.ts'

/** A package for a fake npm registry: its manifest and its files. */
export interface NpmPackage {
  readonly name: string
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

export interface NpmRegistry extends FakeRegistry {
  /** A lock file in which the public registry has these packages, as npm writes it. */
  lockFor(...names: readonly string[]): string
}

/** An npm registry on loopback. */
export const npmRegistry = async (packages: readonly NpmPackage[], credentials?: string): Promise<NpmRegistry> => {
  const tarballs = new Map(packages.map((one) => [one.name, tarballOf(one)]))
  const registry = await serveRegistry((path, address) => {
    const name = decodeURIComponent(path.slice(1)).replace(/\/-\/.*$/, '')
    const found = packages.find((one) => one.name === name)
    if (!found) return undefined
    const tarball = tarballs.get(name)!
    if (path.includes('/-/')) return { type: 'application/octet-stream', body: tarball }
    return { type: 'application/json', body: JSON.stringify(packumentOf(found, tarball, address)) }
  }, credentials)
  const lockFor = (...names: readonly string[]) =>
    lockOf(
      packages.filter(({ name }) => names.includes(name)).map((one) => ({ one, tarball: tarballs.get(one.name)! })),
    )
  return { ...registry, lockFor }
}

const manifestOf = ({ name, version, scripts, bin }: NpmPackage) => ({ name, version, scripts, bin })

const tarballOf = (one: NpmPackage) =>
  gzipSync(
    tarOf({
      'package/package.json': JSON.stringify(manifestOf(one)),
      ...Object.fromEntries(Object.entries(one.files).map(([path, text]) => [`package/${path}`, text])),
    }),
  )

const integrityOf = (tarball: Buffer) => `sha512-${createHash('sha512').update(tarball).digest('base64')}`

const packumentOf = (one: NpmPackage, tarball: Buffer, address: string) => {
  const dist = { tarball: `${address}${one.name}/-/${one.name}-${one.version}.tgz`, integrity: integrityOf(tarball) }
  return {
    name: one.name,
    'dist-tags': { latest: one.version },
    versions: { [one.version]: { ...manifestOf(one), hasInstallScript: hasScript(one), dist } },
  }
}

const hasScript = ({ scripts = {} }: NpmPackage) => Object.keys(scripts).some((name) => name.includes('install'))

const lockOf = (packages: readonly { readonly one: NpmPackage; readonly tarball: Buffer }[]) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: Object.fromEntries(packages.map(({ one }) => [one.name, one.version])) },
      ...Object.fromEntries(
        packages.map(({ one, tarball }) => [
          `node_modules/${one.name}`,
          {
            version: one.version,
            resolved: `https://${publicRegistries.npm[0]}/${one.name}/-/${one.name}-${one.version}.tgz`,
            integrity: integrityOf(tarball),
            ...(one.bin && { bin: one.bin }),
            ...(hasScript(one) && { hasInstallScript: true }),
          },
        ]),
      ),
    },
  })
