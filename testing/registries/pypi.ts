import { serveRegistry, type FakeRegistry } from './serve.ts'
import { zipOf } from './zip.ts'

/** A pure Python package of one module. */
export interface PythonPackage {
  readonly name: string
  readonly version: string
  readonly module: string
}

/** A PyPI on loopback: the index below `/pypi/simple/`, with one wheel for each package beside it, as mirrors have it. */
export const pypi = (packages: readonly PythonPackage[]): Promise<FakeRegistry> => {
  const wheels = new Map(packages.map((one) => [fileOf(one), wheelOf(one)]))
  return serveRegistry((path) => {
    const wheel = wheels.get(path.slice(path.lastIndexOf('/') + 1))
    if (wheel) return { type: 'application/octet-stream', body: wheel }
    const found = packages.find(({ name }) => path === `/pypi/simple/${name}/`)
    const link = found && `<a href="../../files/${fileOf(found)}">${fileOf(found)}</a>`
    return link === undefined
      ? undefined
      : { type: 'text/html', body: `<!DOCTYPE html><html><body>${link}</body></html>` }
  })
}

const fileOf = ({ name, version }: PythonPackage) => `${name}-${version}-py3-none-any.whl`

export const wheelOf = ({ name, version, module }: PythonPackage) => {
  const folder = `${name}-${version}.dist-info`
  return zipOf({
    [`${name}.py`]: module,
    [`${folder}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${folder}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${folder}/RECORD`]: `${name}.py,,\n${folder}/METADATA,,\n${folder}/WHEEL,,\n${folder}/RECORD,,\n`,
  })
}
