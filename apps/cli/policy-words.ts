import { usage } from './failure.ts'
import { printable } from './terminal/text.ts'

export const policyNames = ['shown', 'checked', 'unverified', 'weakened', 'model', 'probes', 'examiner', 'packages']

/** A policy of the review as people type it; an empty value means the default. */
export const policyOf = (text: string): readonly [string, string] => {
  const at = text.indexOf('=')
  const name = text.slice(0, at)
  if (policyNames.includes(name)) return [name, text.slice(at + 1)]
  throw usage(`“${printable(text)}” is no policy. It is one of ${policyNames.join(', ')}, as name=value.`)
}

export const deadlineNames: Readonly<Record<string, string>> = {
  remind: 'remindEveryHours',
  expire: 'expireAfterHours',
}

/** A deadline of requests as people type it; an empty value means the default. */
export const deadlineOf = (text: string): readonly [string, number | ''] => {
  const [, name = '', hours = ''] = /^(remind|expire)=(\d{0,5})$/.exec(text) ?? []
  const field = deadlineNames[name]
  if (field !== undefined) return [field, hours === '' ? '' : Number(hours)]
  throw usage(`“${printable(text)}” is no deadline. Write remind=<hours> or expire=<hours>; 0 hours are never.`)
}

type PolicyValue = string | number
type PolicyWords = Readonly<Record<string, PolicyValue>>

/** The policies after a change; an empty group is left out. */
export const mergePolicies = (
  before: PolicyWords | undefined,
  changed: readonly (readonly [string, PolicyValue])[],
): PolicyWords =>
  Object.fromEntries(Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, value]) => value !== ''))
