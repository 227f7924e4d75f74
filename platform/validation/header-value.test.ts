import { validateHeaderName, validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areHeaders, headerValue, isHeaderValue, mailHeaderValue } from './header-value.ts'

const unit = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\r\nx: y', '\n', '\ud800', '\udfff', '\u0085', '\u2028', '\x7f', 'é', '🙂', ' ', '%'),
)
const texts = fc.array(unit).map((units) => units.join(''))
const throws = (work: () => void) => {
  try {
    work()
    return false
  } catch {
    return true
  }
}

test('each text becomes a value that a header takes, and a text that a header accepts stays', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const value = headerValue(text)
      validateHeaderValue('x', value)
      expect(isHeaderValue(value)).toBe(true)
      expect(headerValue(value)).toBe(value)
      expect(isHeaderValue(text)).toBe(!throws(() => validateHeaderValue('x', text)))
    }),
  )
})

test('each text is one well-formed line of a mail', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const value = mailHeaderValue(text)
      expect(/[\r\n\0]/.test(value)).toBe(false)
      expect(value.isWellFormed()).toBe(true)
    }),
  )
})

test('names are valid for Node', () => {
  fc.assert(
    fc.property(texts, (name) => {
      const isRefused = throws(() => validateHeaderName(name))
      expect(areHeaders({ [name]: 'x' })).toBe(!isRefused)
    }),
  )
})
