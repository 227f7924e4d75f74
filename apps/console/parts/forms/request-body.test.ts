import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createClientAccount, updateClientAccount } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { maybe, namedObject, oneOf, text } from '../../../../platform/contract/schema.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { textLimitsOf } from '../../build/contracts-plugin.ts'
import { bodyOf, faultsOf } from './request-body.ts'

const body = namedObject('Body', {
  title: text(1, 200),
  notes: maybe(text(1, 500)),
  summary: Type.Optional(text(1, 80)),
  remark: Type.Optional(maybe(text(0, 90))),
  status: oneOf(['open', 'closed']),
  address: namedObject('Address', { city: Type.Optional(text(1, 40)) }),
  entries: Type.Array(namedObject('Entry', { key: text(1, 512) })),
})

const limits = {
  title: { least: 1, most: 200, isRequired: true },
  notes: { least: 1, most: 500, isRequired: true, isNullable: true },
  summary: { least: 1, most: 80 },
  remark: { least: 0, most: 90, isNullable: true },
  'address.city': { least: 1, most: 40 },
  'entries.*.key': { least: 1, most: 512, isRequired: true },
}

/** The operation as the browser has it. */
const built = (texts: object) => ({ texts }) as unknown as Operation
const operation = built(limits)

test('the limits of a body are those of its texts, by their paths', () => {
  expect(textLimitsOf(body)).toEqual(limits)
})

const missing = 'Required.'

test('a name that a contract requires at its making may not be emptied in a change either', () => {
  const [made, changed] = [createClientAccount, updateClientAccount].map((one) => built(textLimitsOf(one.body)))
  expect(faultsOf(made!, { name: '  ' }, { missing })).toEqual({ name: missing })
  expect(faultsOf(changed!, { name: '', notes: '' }, { missing, isChange: true })).toEqual({ name: missing })
})

test('only texts that the contract requires are missing; in a change, those that cannot be null', () => {
  const empty = { title: '', notes: '', summary: ' ', remark: '', status: '', 'entries.0.key': '' }
  expect(faultsOf(operation, empty, { missing })).toEqual({ title: missing, 'entries.0.key': missing })
  expect(faultsOf(operation, { summary: '', notes: '' }, { missing, isChange: true })).toEqual({ summary: missing })
  expect(faultsOf(operation, { title: ' a ' }, { missing })).toEqual({})
})

test('a body has no spaces at the ends of its texts, and none that are empty', () => {
  const typed = { title: ' a ', notes: ' ', summary: '', remark: '', status: 'open', count: 3 }
  expect(bodyOf(operation, typed)).toEqual({ title: 'a', notes: null, status: 'open', count: 3 })
  expect(bodyOf(operation, { notes: '', remark: ' ' }, { isChange: true })).toEqual({ notes: null, remark: null })
})

test('a value that is typed as a text is read into the body, or is a fault', () => {
  const wholeOf = (typed: string) => (/^\d{1,9}$/.test(typed) ? Number(typed) : undefined)
  const reads = { days: [wholeOf, 'Write a number.'] } as const
  expect(faultsOf(operation, { days: 'many' }, { missing, reads })).toEqual({ days: 'Write a number.' })
  expect(faultsOf(operation, { days: '7' }, { missing, reads })).toEqual({})
  expect(bodyOf(operation, { days: '7' }, { reads })).toEqual({ days: 7 })
})
