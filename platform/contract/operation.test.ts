import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { answersHead } from './action.ts'
import { bytes, contract, events, operation, to } from './index.ts'

const declare = () =>
  operation({
    method: 'GET',
    path: '/v1/api/things',
    reach: 'call',
    summary: 'Read things',
    access: to('public'),
    workspace: 'none',
    effect: 'outside',
    replies: {},
  })

test('the id of an operation is its key in the contract', () => {
  const listThings = declare()
  contract({ listThings })
  expect(listThings.id).toBe('listThings')
})

test('an operation outside a contract has no id', () => {
  expect(() => declare().id).toThrow('GET /v1/api/things is in no contract, so it has no id')
})

test('an operation cannot have two ids', () => {
  const listThings = declare()
  contract({ listThings })
  contract({ listThings })
  expect(() => contract({ readThings: listThings })).toThrow('listThings and readThings are one operation')
})

test('HEAD is answered when a GET only reads: no stream, and nothing recorded', () => {
  const answers = (changed: object) => answersHead({ method: 'GET', replies: {}, ...changed } as never)
  const stream = events({ events: { word: Type.String() }, resumes: false })
  expect([answers({}), answers({ replies: { 200: bytes('image/png') } })]).toEqual([true, true])
  expect(answers({ replies: { 200: stream } })).toBe(false)
  expect(answers({ method: 'POST' })).toBe(false)
  expect(answers({ audit: { action: 'terminal.mint', category: 'execute' } })).toBe(false)
})
