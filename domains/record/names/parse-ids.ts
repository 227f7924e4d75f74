import { validate } from 'uuid'
import { namesMost } from './rules.ts'

/** The ids of a list with commas, each once; an invalid id has no name. */
export const parseIds = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(',').filter((id) => validate(id)))].slice(0, namesMost)

const tracePattern = /^[0-9a-f]{32}$/
export const parseTraceIds = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(',').filter((id) => tracePattern.test(id)))].slice(0, namesMost)
