import { isDeepStrictEqual } from 'node:util'
import type { FileChange } from './change.ts'
import { jsonOf } from '../../foreign-json/index.ts'
import { isObject } from '../reports/json.ts'

const linters = /(?:^|\/)[.](?:oxlintrc|eslintrc)(?:[.]json)?$/

/**
 * Whether the settings of a linter get rules as errors and differ in nothing else, so that it accepts no more than
 * before. Settings that build on others are left out: there a rule may be known with options that its new line replaces.
 */
export const onlyAddsRules = ({ path, text: { written, ...given } }: FileChange): boolean => {
  const text = written ?? given
  const before = linters.test(path) && text.kind === 'modified' ? settingsIn(text.before) : undefined
  const after = before && settingsIn(text.after)
  if (!before || !after || 'extends' in before.others || !isDeepStrictEqual(before.others, after.others)) return false
  const known = Object.keys(before.rules)
  const added = Object.keys(after.rules).filter((name) => !known.includes(name))
  const own = new Set(known.map(lastPart))
  return (
    added.length > 0 &&
    known.every((name) => isDeepStrictEqual(before.rules[name], after.rules[name])) &&
    added.every((name) => !own.has(lastPart(name)) && (after.rules[name] === 'error' || after.rules[name] === 2))
  )
}

/** A plugin's rule has its prefix, and a linter may know one rule with and without it. */
const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Undefined for a text that is no JSON object, has comments, or has a key twice (tools may take either). */
const settingsIn = (text = '') => {
  const value = jsonOf(text)
  if (!isObject(value) || squeezed(JSON.stringify(value)) !== squeezed(text)) return undefined
  const { rules, ...others } = value
  return isObject(rules) ? { rules, others } : undefined
}

const squeezed = (text: string) => text.replace(/\s+/g, '')
