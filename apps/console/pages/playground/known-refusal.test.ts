import { expect, test } from 'vitest'
import { RefusedError } from '../../../../platform/client/index.ts'
import { knownRefusal } from './known-refusal.ts'

const known = { workspace_cap_reached: {}, provider_refused_request: {}, provider_busy: {} }

test.each([
  [400, 'context_length_exceeded', 'provider_refused_request'],
  [429, 'slow_down', 'provider_busy'],
  [402, 'workspace_cap_reached', 'workspace_cap_reached'],
  [400, 'invalid_request', 'invalid_request'],
  [403, 'forbidden', 'forbidden'],
])('a refusal with %i %s is shown as %s', (status, code, told) => {
  expect(knownRefusal(new RefusedError(status, { error: 'No.', code }), known)).toMatchObject({
    status,
    answered: { error: 'No.', code: told },
  })
})

test('other errors stay what they are', () => {
  const error = new Error('broken')
  expect(knownRefusal(error, known)).toBe(error)
})
