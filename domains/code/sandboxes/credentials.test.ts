import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialMs, openCredentials } from './credentials.ts'

test('a credential lets its holder in once', () => {
  const credentials = openCredentials<string>()
  const { user, password } = credentials.mint('Ada')
  expect(credentials.redeem(user, password)).toBe('Ada')
  expect(credentials.redeem(user, password)).toBeUndefined()
})

test('a credential ends after two minutes', () => {
  let now = 0
  const credentials = openCredentials<string>(() => now)
  const early = credentials.mint('Ada')
  const late = credentials.mint('Grace')
  now = credentialMs - 1
  expect(credentials.redeem(early.user, early.password)).toBe('Ada')
  now = credentialMs
  expect(credentials.redeem(late.user, late.password)).toBeUndefined()
})

test('five wrong passwords end a credential, and four do not', () => {
  const credentials = openCredentials<string>()
  const four = credentials.mint('Ada')
  const five = credentials.mint('Grace')
  for (let tries = 0; tries < 4; tries += 1) expect(credentials.redeem(four.user, 'wrong')).toBeUndefined()
  for (let tries = 0; tries < 5; tries += 1) expect(credentials.redeem(five.user, 'wrong')).toBeUndefined()
  expect(credentials.redeem(four.user, four.password)).toBe('Ada')
  expect(credentials.redeem(five.user, five.password)).toBeUndefined()
})

test('the password of one user lets no other user in', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), (one, other) => {
      const credentials = openCredentials<number>()
      const minted = Array.from({ length: 10 }, (_, at) => credentials.mint(at))
      const holder = credentials.redeem(minted[one]!.user, minted[other]!.password)
      expect(holder).toBe(one === other ? one : undefined)
    }),
  )
})

test('the oldest credential ends when there are more than a thousand', () => {
  const credentials = openCredentials<number>()
  const minted = Array.from({ length: 1_001 }, (_, at) => credentials.mint(at))
  expect(credentials.redeem(minted[0]!.user, minted[0]!.password)).toBeUndefined()
  expect(credentials.redeem(minted[1]!.user, minted[1]!.password)).toBe(1)
})
