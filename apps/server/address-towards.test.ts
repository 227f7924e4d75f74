import { expect, test } from 'vitest'
import { addressTowards } from './address-towards.ts'

test.each([
  ['postgres://atelier@127.0.0.1:5432/atelier', '127.0.0.1'],
  ['postgres://atelier@localhost:5432/atelier', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)],
  ['postgres://atelier@[::1]:5432/atelier', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)],
  ['postgres:///atelier?host=/var/run/postgresql', '127.0.0.1'],
  ['postgres://atelier@one:5432,two:5432/atelier', '127.0.0.1'],
])('other machines reach one with the database at %s by %s', async (url, address) => {
  expect(await addressTowards(url)).toEqual(address)
})
