import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { commonErrors, touchedBy, type Operation } from '../../../platform/contract/index.ts'
import type { TextLimit, TextLimits } from '../parts/forms/request-body.ts'

const errorsFile = '/platform/contract/errors.ts'
const contractFile = /^(.*\/domains\/[^/]+\/[^/]+)\/contract(\.ts|\/.*\.ts)$/

/**
 * Sends the browser only the part of each contract that a call needs: the id, method and path of its operations, whether a
 * portal shows them, of a body of bytes its media type, of another one the lengths of its texts, and the subjects that a
 * read depends on or a change touches. Pages import contracts as the command line does; schemas stay on the server. So do the sentences of common errors, of
 * which pages need the codes.
 */
export const contractsPlugin = (): Plugin => ({
  name: 'atelier-contracts',
  enforce: 'pre',
  async load(path) {
    if (path.endsWith(errorsFile)) return { code: codesOf(commonErrors), moduleSideEffects: false }
    const domain = contractFile.exec(path)?.[1]
    if (domain === undefined) return undefined
    // An operation has its id from the contract of its domain.
    await load(join(domain, 'contract.ts'))
    const exported = Object.entries(await load(path))
    const lines = exported.flatMap(([name, value]) => {
      const called = callOf(value)
      return called === undefined ? [] : [`export const ${name} = ${JSON.stringify(called)}`]
    })
    return { code: lines.join('\n'), moduleSideEffects: false }
  },
})

const codesOf = (errors: typeof commonErrors) =>
  `export const commonErrors = ${JSON.stringify(Object.values(errors).map(({ code }) => ({ code })))}`

const load = (path: string) => import(pathToFileURL(path).href) as Promise<Record<string, unknown>>

const callOf = (value: unknown) => {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('method' in value)) return undefined
  const operation = value as Operation
  const { id, method, path, clientPortal, body, reads } = operation
  const touched = touchedBy(operation)
  const texts = body && !('bytes' in body) ? textLimitsOf(body) : {}
  return {
    id,
    method,
    path,
    clientPortal,
    reads,
    ...(touched.length > 0 && { touches: touched }),
    ...(body && 'bytes' in body && { body: { bytes: body.bytes } }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
}

/** The folder that holds `apps`, `domains` and `platform`. */
export const projectRoot = dirname(dirname(dirname(import.meta.dirname)))

/** The part of a JSON schema that says which texts it takes. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const isNull = ({ type }: Schema) => type === 'null'
const branchesOf = (schema: Schema) => schema.anyOf ?? [schema]

/** The limits of the texts in the body of a request by their paths; `*` stands for the place in a list. */
export const textLimitsOf = (body: object, path = ''): TextLimits =>
  Object.fromEntries(
    branchesOf(body as Schema).flatMap(({ properties = {}, required = [], items }) => [
      ...Object.entries(properties).flatMap(([name, field]) =>
        limitsAt(field, `${path}${name}`, required.includes(name)),
      ),
      ...(items ? limitsAt(items, `${path}*`, true) : []),
    ]),
  )

const limitsAt = (field: Schema, path: string, isRequired: boolean): readonly [string, TextLimit][] => {
  const branches = branchesOf(field)
  const text = branches.find(({ type, maxLength }) => type === 'string' && maxLength !== undefined)
  if (text === undefined) return Object.entries(textLimitsOf(field, `${path}.`))
  const isNullable = branches.some(isNull)
  const limit = {
    least: text.minLength ?? 0,
    most: text.maxLength!,
    ...(isRequired && { isRequired }),
    ...(isNullable && { isNullable }),
  }
  return [[path, limit]]
}
