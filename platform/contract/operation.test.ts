import { expect, test } from 'vitest'
import { contract, operation, to } from './index.ts'

const declare = () =>
  operation({
    method: 'GET',
    path: '/v1/api/things',
    summary: 'Read things',
    access: to('public'),
    workspace: 'none',
    effect: 'outside',
    replies: {},
  })

test('an operation has the key in its contract as its id', () => {
  const listThings = declare()
  contract({ listThings })
  expect(listThings.id).toBe('listThings')
})

test('an operation in no contract has no id', () => {
  expect(() => declare().id).toThrow('GET /v1/api/things is in no contract, so it has no id')
})

test('an operation has one id', () => {
  const listThings = declare()
  contract({ listThings })
  contract({ listThings })
  expect(() => contract({ readThings: listThings })).toThrow('listThings and readThings are one operation')
})
