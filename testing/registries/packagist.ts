import { serveRegistry, type FakeRegistry } from './serve.ts'
import { tarOf } from './tar.ts'

/** A package of PHP: `name` as `vendor/package`, with its files but for composer.json. */
export interface PhpPackage {
  readonly name: string
  readonly version: string
  readonly autoload: object
  readonly files: Readonly<Record<string, string>>
}

/** A repository of Composer on loopback, which has its archives below its own address. */
export const packagist = (packages: readonly PhpPackage[]): Promise<FakeRegistry> => {
  const archives = new Map(packages.map((one) => [`/dist/${one.name}/${one.version}.tar`, archiveOf(one)]))
  const index = JSON.stringify({
    packages: Object.fromEntries(packages.map((one) => [one.name, { [one.version]: entryOf(one) }])),
    mirrors: [{ 'dist-url': '/dist/%package%/%prettyVersion%.%type%', preferred: true }],
  })
  return serveRegistry((path) => {
    if (path === '/packages.json') return { type: 'application/json', body: index }
    const body = archives.get(path)
    return body && { type: 'application/octet-stream', body }
  })
}

const manifestOf = ({ name, version, autoload }: PhpPackage) => ({ name, version, autoload })

const entryOf = (one: PhpPackage) => ({
  ...manifestOf(one),
  dist: { type: 'tar', url: `http://packages.invalid/${one.name}.tar`, reference: '1' },
})

const archiveOf = (one: PhpPackage) =>
  tarOf({
    ...Object.fromEntries(Object.entries(one.files).map(([path, text]) => [`package/${path}`, text])),
    'package/composer.json': JSON.stringify(manifestOf(one)),
  })
