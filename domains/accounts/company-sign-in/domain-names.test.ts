import { describe, expect, test } from 'vitest'
import { domainFrom, domainOfAddress } from './domain-names.ts'

describe('a domain', () => {
  test.each([
    ['acme.com', 'acme.com'],
    [' Acme.COM. ', 'acme.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['mail.acme.co.uk', 'mail.acme.co.uk'],
  ])('%s is one', (text, domain) => expect(domainFrom(text)).toBe(domain))
  test.each(['acme', 'acme..com', '-acme.com', 'acme.com/x', 'ada@acme.com', '10.0.0.1', '*.acme.com', ''])(
    '%s is no domain name',
    (text) => expect(domainFrom(text)).toBeUndefined(),
  )
  test('of an address is what follows its last @', () => {
    expect(domainOfAddress('"a@evil.com"@acme.com')).toBe('acme.com')
  })
})
