import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowsToolbar } from './toolbar-policy.ts'

const origins = { preview: 'http://app.preview.localhost:4310', console: 'https://atelier.example.com' }
const allows = (...policies: string[]) => allowsToolbar(policies, origins)

test.each([
  [[]],
  ["img-src 'none'; object-src 'none'"],
  ["script-src 'self'; frame-src 'self' https://atelier.example.com"],
  ['default-src *; script-src http://app.preview.localhost:4310'],
  ['script-src app.preview.localhost:4310/; child-src * '],
  ['FRAME-SRC http: https:'],
  ["script-src-elem 'self'; script-src 'none'"],
])('the toolbar fits %s', (policy) => {
  expect(allows(...[policy].flat())).toBe(true)
})

test.each([
  "default-src 'self'",
  "default-src 'none'",
  "frame-src 'self'",
  'frame-src https://atelier.example.com',
  'frame-src',
  "script-src 'nonce-abc' 'strict-dynamic' 'self'",
  "script-src 'nonce-abc'",
  'script-src https:',
  'script-src *.preview.localhost:4310',
  'sandbox allow-scripts',
  "script-src 'none'; script-src *",
  "script-src 'self' http://app.preview.localhost:4310, script-src 'none'",
])('the page of “%s” is served unchanged', (policy) => {
  expect(allows(policy)).toBe(false)
  expect(allows("script-src 'self'", policy)).toBe(false)
})

test('one more policy never allows more', () => {
  const text = fc.array(
    fc.constantFrom('script-src', 'frame-src', 'default-src', "'self'", '*', 'https:', ';', ',', "'none'", 'sandbox'),
  )
  fc.assert(
    fc.property(fc.array(text), text, (policies, more) => {
      const values = policies.map((words) => words.join(' '))
      if (!allows(...values)) expect(allows(...values, more.join(' '))).toBe(false)
    }),
  )
})
