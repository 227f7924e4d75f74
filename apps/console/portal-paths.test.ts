import { expect, test } from 'vitest'
import { ownPortalPath } from './portal-paths.ts'

test.each([
  ['/portal/acme/delivered/x?y=1', '/portal/acme/delivered/x?y=1'],
  ['https://example.com/portal/acme/account', '/portal/acme/account'],
  [null, '/portal/acme'],
  ['', '/portal/acme'],
  ['http://[', '/portal/acme'],
  ['//example.com', '/portal/acme'],
  ['/portal/acme/../other/account', '/portal/acme'],
  ['/portal/acme-other/account', '/portal/acme'],
  ['/portal/acme/sign-in?to=x', '/portal/acme'],
])('after a sign-in that led to %s a client of acme is at %s', (to, place) => {
  expect(ownPortalPath('acme', to)).toBe(place)
})
