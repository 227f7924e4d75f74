import { expect, test } from 'vitest'
import { domain } from '../../domains/domain.ts'
import { domains } from '../../domains/index.ts'
import { StartRefusal } from '../../platform/configuration/index.ts'
import {
  contract,
  foundBy,
  operation,
  resource,
  to,
  type Contract,
  type Operation,
} from '../../platform/contract/index.ts'
import { handle } from '../../platform/handler/index.ts'
import { Type } from 'typebox'
import { checkDomains } from './domains.ts'

declare module '../../platform/contract/access.ts' {
  interface Kinds {
    thing: 'workspace'
  }
  interface WorkspaceKeys {
    thing_link: 'token'
  }
}

const reading = {
  method: 'GET',
  path: '/v1/api/things/{id}',
  reach: 'call',
  summary: 'Read a thing',
  access: to('agency', resource('thing', 'params.id')),
  replies: { 200: Type.Object({}) },
  audit: { refusals: 'thing.read' },
} as const
const { readThing } = contract({ readThing: operation(reading) })
const handler = (one: Operation) => handle(one, async () => Promise.reject(new Error('Not asked')))
const things = (own: object, served: Contract = { readThing }) =>
  domain({
    name: 'things',
    contract: served,
    handlers: () => Object.fromEntries(Object.entries(served).map(([id, one]) => [id, handler(one)])),
    ...own,
  })
const kinds = { thing: async () => ({ projectId: null }) }

test('the domains of the product are consistent', () => {
  expect(() => checkDomains(domains)).not.toThrow()
  expect(() => checkDomains([...domains, things({ kinds })])).not.toThrow()
})

test('an unregistered resource kind stops the start with a message', () => {
  expect(() => checkDomains([things({})])).toThrow(
    new StartRefusal(
      'readThing needs access to a resource of kind “thing”, which no domain registers. Add it to kinds in the domain.ts that knows it.',
    ),
  )
})

test('an unregistered workspace finder stops the start with a message', () => {
  const found = contract({ readThing: operation({ ...reading, workspace: foundBy('thing_link', 'params.id') }) })
  expect(() => checkDomains([things({ kinds }, found)])).toThrow(
    new StartRefusal(
      'readThing finds its workspace by a “thing_link”, which no domain registers. Add it to workspaceFinders in the domain.ts that knows it.',
    ),
  )
})

test('duplicate names, kinds and operations of domains stop the start', () => {
  expect(() => checkDomains([things({ kinds }), things({})])).toThrow('Two domains declare “things”.')
  expect(() => checkDomains([things({ kinds }), things({ name: 'others', kinds })])).toThrow(
    'Two domains declare “thing”.',
  )
  expect(() => checkDomains([things({ kinds }), things({ name: 'others' })])).toThrow(
    'Two domains declare “readThing”.',
  )
})

test('a domain with a missing handler does not compile', () => {
  // @ts-expect-error Property 'readThing' is missing
  expect(domain({ name: 'things', contract: { readThing }, handlers: () => ({}) }).operations).toHaveLength(1)
})
