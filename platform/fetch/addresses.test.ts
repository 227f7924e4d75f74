import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  '64:ff9b::8.8.8.8',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  '2001:4860:4860::8888%1',
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '017700000001',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('an IPv4 address inside an IPv6 one is never public, in any spelling', () =>
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      for (const prefix of ['::ffff:', '::', '64:ff9b::', '0:0:0:0:0:FFFF:']) {
        expect(isPublicAddress(`${prefix}${address}`)).toBe(false)
        expect(isPublicAddress(`${prefix}${words}`)).toBe(false)
      }
      expect(isPublicAddress(`2002:${words}::1`)).toBe(false)
    }),
  ))
