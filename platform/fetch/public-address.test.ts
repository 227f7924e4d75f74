import { expect, test } from 'vitest'
import { baseAddressOf, openFetcher, publicAddressOf } from './index.ts'

const fetcher = openFetcher({ privateHosts: ['git.corp', 'tools.corp:9000'] })

test.each([
  'http://a.example/',
  'https://127.0.0.1/',
  'https://10.0.0.7/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'https://user:pass@a.example/',
  'https://a.example:22/',
  'https://a.example/?x=1',
  'https://a.example/?',
  'https://a.example/#a',
  'ftp://a.example/',
  'http://tools.corp/',
  'file:///etc/passwd',
  'a.example',
  'no address',
])('no request of a workspace goes to %s', (text) => {
  expect([publicAddressOf(text, fetcher), baseAddressOf(text, fetcher)]).toEqual([undefined, undefined])
})

test('an address is public and https, or of a host of the operator; a part has to be allowed, and a fragment is not sent', () => {
  expect(publicAddressOf('https://A.example:8443/v1/', fetcher)?.href).toBe('https://a.example:8443/v1/')
  expect(publicAddressOf('http://git.corp/acme', fetcher)?.href).toBe('http://git.corp/acme')
  expect(publicAddressOf('http://tools.corp:9000/sse', fetcher)?.port).toBe('9000')
  expect(publicAddressOf('https://a.example/?x=1#y', fetcher, 'query')).toBeUndefined()
  expect(publicAddressOf('https://a.example/?x=1#y', fetcher, 'query', 'fragment')?.href).toBe('https://a.example/?x=1')
  expect(publicAddressOf('http://a.example/', fetcher, 'http')?.protocol).toBe('http:')
  expect(publicAddressOf('http://10.0.0.7/', fetcher, 'http')).toBeUndefined()
  expect(baseAddressOf('https://API.example.com/v1//', fetcher)).toBe('https://api.example.com/v1')
  expect(baseAddressOf('https://a.example', fetcher)).toBe('https://a.example')
})
