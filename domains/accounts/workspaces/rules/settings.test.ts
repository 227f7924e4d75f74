import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLocale, isTimeZone } from '../rules.ts'

test('every zone of the platform is a zone, and any other text is not', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC'])
    expect([zone, isTimeZone(zone)]).toEqual([zone, true])
  for (const none of ['', '+02:00', 'Mars/Base', 'Europe/Berlin ', "UTC'; drop"]) expect(isTimeZone(none)).toBe(false)
})

test('a locale is canonical and known', () => {
  for (const locale of ['en', 'en-GB', 'de', 'de-AT', 'fr-CH'])
    expect([locale, isLocale(locale)]).toEqual([locale, true])
  for (const none of ['', 'de_AT', 'de-at', 'xx-XX', 'en-GB-', 'x', 'en;q=1'])
    expect([none, isLocale(none)]).toEqual([none, false])
})

test('an accepted zone formats dates and numbers, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 35 }), (text) => {
      if (isTimeZone(text)) new Intl.DateTimeFormat('en', { timeZone: text }).format(0)
      if (isLocale(text)) new Intl.NumberFormat(text).format(1)
    }),
  )
})
