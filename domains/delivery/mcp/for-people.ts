import type { Reach } from '../../../platform/contract/declaration.ts'
import type { Operation } from '../../../platform/contract/index.ts'

/** How an operation is reached. One that does not declare it is for a person. See decisions/0208. */
export const reachOf = ({ reach = { page: '/' } }: Pick<Operation, 'reach'>): Reach => reach

/** True if no call reaches it, with any body. */
export const isForPeople = (operation: Pick<Operation, 'reach'>): boolean => {
  const reach = reachOf(operation)
  return typeof reach === 'object' && reach.fields === undefined
}

/** The page of an action that only a person can do. */
export const pageOf = (operation: Pick<Operation, 'reach'>): `/${string}` => {
  const reach = reachOf(operation)
  return typeof reach === 'object' ? reach.page : '/'
}

/** The fields of a body that only a person sets. */
export const fieldsForPeople = ({ reach }: Pick<Operation, 'reach'>, body: unknown): readonly string[] =>
  typeof reach === 'object' ? (reach.fields ?? []).filter((field) => hasField(body, field.split('.'))) : []

const hasField = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return true
  if (Array.isArray(value)) return value.some((one) => hasField(one, [name, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
  return hasField((value as Readonly<Record<string, unknown>>)[name], rest)
}

/** The address of a page with its parameters filled in, or of the page above the first missing parameter. */
export const pageAddress = (path: string, params: Readonly<Record<string, unknown>>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : '{'
  })
  const end = filled.indexOf('{')
  if (end < 0) return `/console${filled}`
  return `/console${filled.slice(0, end).replace(/(\?.{0,500}|\/)$/, '')}`
}
