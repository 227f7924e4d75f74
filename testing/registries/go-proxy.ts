import { createHash } from 'node:crypto'
import { serveRegistry, type FakeRegistry } from './serve.ts'
import { zipOf } from './zip.ts'

/** A Go module of one package in one file. */
export interface GoModule {
  readonly path: string
  readonly version: string
  readonly source: string
}

export interface GoProxy extends FakeRegistry {
  /** The lines of a go.sum for every module. */
  readonly sum: string
}

const modFile = ({ path }: GoModule) => `module ${path}\n`

const filesOf = (one: GoModule): Readonly<Record<string, string>> => {
  const folder = `${one.path}@${one.version}`
  return { [`${folder}/go.mod`]: modFile(one), [`${folder}/module.go`]: one.source }
}

/** A module proxy on loopback, for modules whose paths have no capital letter. */
export const goProxy = async (modules: readonly GoModule[]): Promise<GoProxy> => {
  const answers = new Map<string, string | Buffer>(
    modules.flatMap((one) => {
      const base = `/${one.path}/@v/${one.version}`
      return [
        [`${base}.info`, JSON.stringify({ Version: one.version })],
        [`${base}.mod`, modFile(one)],
        [`${base}.zip`, zipOf(filesOf(one))],
      ] as [string, string | Buffer][]
    }),
  )
  const registry = await serveRegistry((path) => {
    const body = answers.get(path)
    return body === undefined ? undefined : { type: 'application/octet-stream', body }
  })
  return { ...registry, sum: modules.map(sumOf).join('') }
}

const sumOf = (one: GoModule) => {
  const zip = hash1(filesOf(one))
  const mod = hash1({ 'go.mod': modFile(one) })
  return `${one.path} ${one.version} ${zip}\n${one.path} ${one.version}/go.mod ${mod}\n`
}

/** Go's “h1:” hash: of the sorted list of the files' own hashes. Source: golang.org/x/mod/sumdb/dirhash. */
const hash1 = (files: Readonly<Record<string, string>>) => {
  const sha = (text: string) => createHash('sha256').update(text)
  const list = Object.keys(files)
    .sort()
    .map((name) => `${sha(files[name]!).digest('hex')}  ${name}\n`)
  return `h1:${sha(list.join('')).digest('base64')}`
}
