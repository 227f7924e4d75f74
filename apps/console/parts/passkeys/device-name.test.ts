import { expect, test } from 'vitest'
import { deviceOf } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/143.0 Safari/537.36 Edg/143.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1 Version/18.1 Safari/605.1', 'Safari', 'Mac'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/143.0 Mobile Safari/604',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
])('%s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }))

test.each([null, '', 'curl/8.5.0', '<img src=x>', 'a'.repeat(100_000)])('%s is no browser that is known', (userAgent) =>
  expect(deviceOf(userAgent)).toBeUndefined(),
)
