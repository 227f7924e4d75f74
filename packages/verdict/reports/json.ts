import { ReportError } from './report.ts'
import { jsonOf } from '../../foreign-json/index.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A JSON object of any text; anything else is refused. */
export const readObject = (text: string): Fields => {
  const value = jsonOf(text)
  if (isObject(value)) return value
  throw new ReportError('It is not finished, or no JSON.')
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; a report without the list is refused. */
export const objectsIn = (value: unknown): readonly Fields[] => {
  if (!Array.isArray(value)) throw new ReportError('It has no list of tests.')
  return value.filter(isObject)
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
export const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
