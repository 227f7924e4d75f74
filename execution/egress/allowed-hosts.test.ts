import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedHosts, hostName } from './allowed-hosts.ts'

test('an exact name allows only itself, in any case and with a final dot', () => {
  const isAllowed = allowedHosts(['Packages.Example.com'])
  expect(isAllowed(hostName('packages.EXAMPLE.com.')!)).toBe(true)
  expect(['example.com', 'a.packages.example.com', 'packages.example.com.evil.net'].filter(isAllowed)).toEqual([])
})

test('a suffix allows its subdomains, not itself and not other names with the same ending', () => {
  const isAllowed = allowedHosts(['*.example.com'])
  expect(['a.example.com', 'a.b.example.com'].every(isAllowed)).toBe(true)
  expect(['example.com', 'badexample.com', 'example.com.evil.net'].filter(isAllowed)).toEqual([])
})

test.each(['*', '*.', '', 'a b', '127.0.0.1', '::1', 'https://example.com', 'a*.example.com', '-a.example.com', '1.2'])(
  'the pattern "%s" is refused with a sentence',
  (pattern) => {
    expect(() => allowedHosts([pattern])).toThrow(/is no host name\. Write/)
  },
)

test('an IP address is never treated as a host name', () =>
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (address) => {
      const name = hostName(address)
      // Hexadecimal forms such as 0x7f.1 are names to us, and are only reached if an operator lists them.
      if (name !== undefined) expect(name).toMatch(/x/)
      expect(allowedHosts(['*.example.com'])(address)).toBe(false)
    }),
  ))
