import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isResting, addressByPattern, inAddress } from './rules.ts'
import { imprintLink, readImprint } from './ask-built-in.ts'
import { inputOf, personOf } from './known-facts.ts'

const person = (address: string, firstName: string, lastName: string) => ({ address, firstName, lastName })
const zoe = { firstName: 'Zoë', lastName: 'Müller' }

test('an address is built like others at the domain', () => {
  const known = [
    person('ada.lovelace@example.com', 'Ada', 'Lovelace'),
    person('g.hopper@example.com', 'Grace', 'Hopper'),
  ]
  expect(addressByPattern('example.com', zoe, known)).toBeUndefined()
  const more = [...known, person('alan.turing@example.com', 'Alan', 'Turing')]
  expect(addressByPattern('example.com', zoe, more)).toMatchObject({ email: 'zoe.mueller@example.com' })
  expect(addressByPattern('example.com', zoe, [])).toBeUndefined()
  expect(addressByPattern('example.com', { firstName: '李', lastName: 'Ming' }, more)).toBeUndefined()
  expect(addressByPattern('example.com', zoe, [person('info@example.com', 'Ada', 'Lovelace')])).toBeUndefined()
})

test('a guess has an address of ASCII, is never a known one, and is never sure', () =>
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.array(fc.tuple(fc.string(), fc.string(), fc.string())),
      (first, last, others) => {
        const known = others.map(([local, one, other]) => person(`${local}@example.com`, one, other))
        const guess = addressByPattern('example.com', { firstName: first, lastName: last }, known)
        if (!guess) return
        expect(guess.email).toMatch(/^[a-z][a-z._-]*@example\.com$/)
        expect(known.some(({ address }) => address === guess.email)).toBe(false)
        expect(guess.confidence).toBeGreaterThan(0)
        expect(guess.confidence).toBeLessThanOrEqual(0.8)
      },
    ),
  ))

test.each([
  ['Müller', 'mueller'],
  ['O’Brien', 'obrien'],
  ['van der Berg', 'vanderberg'],
  ['Søren', 'soeren'],
  ['José', 'jose'],
  ['', undefined],
  ['李', undefined],
])('%j is %j in an address', (name, plain) => expect(inAddress(name)).toBe(plain))

const fact = (value: string) =>
  ({ value, source: 'list', at: '2026-11-25T00:00:00.000Z', costUsd: 0, confidence: 1 }) as const

test('a person is who is listed, or the two ends of the full name without a title', () => {
  expect(personOf({ firstName: fact('Ada'), lastName: fact('King') })).toEqual({ firstName: 'Ada', lastName: 'King' })
  expect(personOf({ name: fact('Dr. Ada B. Lovelace') })).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
  expect(personOf({ name: fact('Ada') })).toEqual({})
})

test('a domain of webmail is no domain of a company', () => {
  expect(inputOf({ domain: 'gmail.com', evidence: { company: fact('Example') }, address: 'a@gmail.com' })).toEqual({
    company: 'Example',
    email: 'a@gmail.com',
  })
  const evidence = { domain: fact('https://www.example.com/about') }
  expect(inputOf({ domain: 'gmail.com', evidence, address: null })).toEqual({ domain: 'example.com' })
})

test('a link to the imprint is one of the same site', () => {
  const page = 'https://www.example.com/'
  expect(imprintLink(page, ['https://example.com/blog', 'https://example.com/impressum.html'])).toContain('impressum')
  expect(imprintLink(page, ['https://evil.example/impressum', 'javascript:alert(1)', '/impressum'])).toBeUndefined()
})

const german = `# Impressum
Angaben gemäß § 5 TMG

Beispiel Werke GmbH & Co. KG
Musterstraße 1, 12345 Berlin
Vertreten durch: Erika Mustermann
Telefon: +49 30 123456
Registergericht: Amtsgericht Charlottenburg HRB 123456 B
USt-IdNr.: DE 123456789`

test('an imprint contains the name, the country and the numbers of the company, and no person', () => {
  const facts = readImprint('example.com', 'https://example.com/impressum', german)
  expect(facts).toEqual({
    domain: 'example.com',
    name: 'Beispiel Werke GmbH & Co. KG',
    country: 'DE',
    imprintUrl: 'https://example.com/impressum',
    registerNumber: 'HRB 123456 B',
    vatNumber: 'DE123456789',
  })
  expect(JSON.stringify(facts)).not.toMatch(/Mustermann|Musterstra/)
  expect(
    readImprint('example.com', 'https://example.com/impressum', 'Erika Mustermann\nFreie Texterin'),
  ).toBeUndefined()
  const english = 'Legal notice\nExample Trading Ltd\nCompany number: 01234567\nVAT GB 123456789'
  expect(readImprint('example.com', 'https://example.com/legal', english)).toMatchObject({
    name: 'Example Trading Ltd',
    country: 'GB',
  })
})

test('an imprint of any text is read in bounds', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 5_000 }), (text) => {
      const facts = readImprint('example.com', 'https://example.com/imprint', `${text} GmbH\n${text}`)
      expect((facts?.name ?? '').length).toBeLessThanOrEqual(200)
      expect(facts?.country ?? 'DE').toMatch(/^[A-Z]{2}$/)
    }),
  ))

test('a provider rests after three failures in a row, and not before', () => {
  const calls = (...failed: boolean[]) => failed.map((isFailed) => ({ isFailed }))
  expect(isResting(calls(true, true))).toBe(false)
  expect(isResting(calls(true, true, false))).toBe(false)
  expect(isResting(calls(true, true, true))).toBe(true)
})
