import { dayIn } from '../../domains/accounts/workspaces/rules.ts'
import { dueDayOf } from '../../domains/billing/invoices/rules.ts'
import { writtenMinor } from '../../domains/billing/billables/rules.ts'
import { useNow } from './clock.ts'
import { useRegion } from './preferences.ts'
import { useLocale } from './locale.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** English has `9 hr` and `9 hr ago` in each country: its countries differ in full stops and in an `s`. */
const unitsOf = (language: string) => (language.startsWith('en') ? 'en' : language)
const agesOf = (language: string) => (language.startsWith('en') ? 'en-001' : language)

const unit = (language: string, value: number, name: string, unitDisplay: Length) =>
  new Intl.NumberFormat(unitsOf(language), { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 }).format(
    value,
  )

type Length = 'short' | 'long'

/** `0.4 sec`, `41 sec`, `24 min`, `17 hr`, `9 days`; in whole words if a sentence needs them. */
const formatDuration = (language: string, ms: number, length: Length = 'short'): string => {
  if (ms < 10_000) return unit(language, Math.floor(ms / 100) / 10, 'second', length)
  if (ms < minuteMs) return unit(language, Math.floor(ms / 1_000), 'second', length)
  if (ms < hourMs) return unit(language, Math.floor(ms / minuteMs), 'minute', length)
  if (ms < dayMs) return unit(language, Math.floor(ms / hourMs), 'hour', length)
  return unit(language, Math.floor((10 * ms) / dayMs) / 10, 'day', 'long')
}

/** Like `formatDuration`, with the seconds of a few minutes: `1 min 20 sec`. */
const exactDuration = (language: string, ms: number): string => {
  const whole = formatDuration(language, ms)
  const seconds = Math.floor((ms % minuteMs) / 1_000)
  if (ms < minuteMs || ms >= 10 * minuteMs || seconds === 0) return whole
  return `${whole} ${unit(language, seconds, 'second', 'short')}`
}

/** Dollars with two digits, below a cent with four; or with the digits of a column. */
export const dollars = (language: string, amount: number, digits = amount > 0 && amount < 0.01 ? 4 : 2): string => {
  const narrow = {
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...narrow }).format(amount)
}

/** The exact time; in the zone of the workspace if one is open, which is named then. */
const wholeDate = (language: string, at: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language, {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
    // Numeric, German has `5:54`.
    ...({ hour: language.startsWith('de') ? '2-digit' : 'numeric', minute: '2-digit', second: '2-digit' } as const),
    ...(timeZone !== undefined && ({ timeZone, timeZoneName: 'short' } as const)),
  }).format(new Date(at))

/** Below a day how long ago it was; then the date. */
const formatAge = (language: string, at: string, now: number): string => {
  const date = new Date(at)
  const ms = 1_000 * Math.floor(Math.max(0, now - date.getTime()) / 1_000)
  if (ms < dayMs) return formatDuration(language, ms)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(date)
}

/** Below a day `10 min ago`, for a sentence and never on two lines; then the date. */
const formatAgo = (language: string, at: string, now: number): string => {
  const ms = Math.max(0, now - Date.parse(at))
  if (ms >= dayMs) return formatAge(language, at, now)
  const words = new Intl.RelativeTimeFormat(agesOf(language), { style: 'short', numeric: 'auto' })
  const [unitMs, name] =
    ms < minuteMs
      ? ([1_000, 'second'] as const)
      : ms < hourMs
        ? ([minuteMs, 'minute'] as const)
        : ([hourMs, 'hour'] as const)
  return words.format(-Math.floor(ms / unitMs), name).replaceAll(' ', '\u00a0')
}

export interface Money {
  readonly currency: string
  readonly currencyDecimals: number
}

/** An amount in minor units, with all decimals: `€6,683.52`, and `$` also in English of no country. Exact however large. */
export const money = (language: string, { currency, currencyDecimals }: Money, minor: number | bigint): string =>
  new Intl.NumberFormat(language === 'en-001' ? 'en' : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: currencyDecimals,
    maximumFractionDigits: currencyDecimals,
  }).format(writtenMinor(minor, currencyDecimals) as Intl.StringNumericLiteral)

/** A day such as `2026-11-21` in words: `21 Nov 2026`, or in full. */
export const dayInWords = (language: string, day: string, month?: 'short' | 'long'): string =>
  wholeDay(language, month).format(new Date(`${day}T00:00:00Z`))

const wholeDay = (language: string, month: 'short' | 'long' = 'short') =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })

/** The formats of the person's language. */
export const useFormat = () => {
  const region = useRegion()
  const language = useLocale()
  return {
    lastedInWords: (ms: number) => formatDuration(language, ms, 'long'),
    whole: (at: string) => wholeDate(language, at, region?.timeZone),
    /** A day without its time: `30 Nov 2026`, in German `30. Nov. 2026`. */
    day: (at: string) =>
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at)),
    lasted: (ms: number) => formatDuration(language, ms),
    lastedExactly: (ms: number) => exactDuration(language, ms),
    // Passed to `map` in places: a second parameter would be an index.
    dollars: (amount: number) => dollars(language, amount),
    /** The price of a call, mostly below a cent. */
    callPrice: (amount: number) => dollars(language, amount, 3),
    money: (of: Money, minor: number | bigint) => money(language, of, minor),
    dayInWords: (day: string, month?: 'short' | 'long') => dayInWords(language, day, month),
    /** The days of a period: `13–17 October 2026`, in German `13.–17. Oktober 2026`. */
    daysInWords: (first: string, last: string) =>
      wholeDay(language, 'long').formatRange(new Date(first), new Date(last)),
    /** The day of an invoice's time in the zone that it has, without one in that of the workspace. */
    invoiceDay: (at: string, month?: 'short' | 'long', timeZone = region?.timeZone ?? 'UTC') =>
      dayInWords(language, dayIn(timeZone, new Date(at)), month),
    /** The day on which an invoice is due. */
    dueDay: (dueAt: string, month?: 'short' | 'long', timeZone = region?.timeZone ?? 'UTC') =>
      dayInWords(language, dueDayOf(timeZone, new Date(dueAt)), month),
    list: (texts: readonly string[]) => new Intl.ListFormat(language).format(texts),
    /** Hundredths of a percent: `19%`. */
    percent: (bps: number) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000),
    /** A decimal as text, such as a quantity. */
    decimal: (text: string) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(text as Intl.StringNumericLiteral),
    number: (amount: number, digits = 0) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount),
  }
}

/** How long ago something was, in the person's language; elements with it are redrawn as time passes. */
export const useAges = () => {
  const language = useLocale()
  const now = useNow()
  // Whole seconds: an age is no measurement.
  const since = (at: string) => 1_000 * Math.floor(Math.max(0, now - Date.parse(at)) / 1_000)
  return {
    age: (at: string) => formatDuration(language, since(at)),
    ageInWords: (at: string) => formatDuration(language, since(at), 'long'),
    ago: (at: string) => formatAge(language, at, now),
    agoInWords: (at: string) => formatAgo(language, at, now),
  }
}
