import { useNow } from './clock.ts'
import { useLanguage } from './preferences.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const unit = (language: string, value: number, name: string, unitDisplay: Length) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 }).format(value)

type Length = 'short' | 'long'

/** `0.4 sec`, `41 sec`, `24 min`, `17 hr`, `9 days`; in whole words where a sentence needs them. */
export const lasted = (language: string, ms: number, length: Length = 'short'): string => {
  if (ms < 10_000) return unit(language, Math.floor(ms / 100) / 10, 'second', length)
  if (ms < minuteMs) return unit(language, Math.floor(ms / 1_000), 'second', length)
  if (ms < hourMs) return unit(language, Math.floor(ms / minuteMs), 'minute', length)
  if (ms < dayMs) return unit(language, Math.floor(ms / hourMs), 'hour', length)
  return unit(language, Math.floor((10 * ms) / dayMs) / 10, 'day', 'long')
}

/** Dollars with two digits; below a cent with four. */
export const dollars = (language: string, amount: number): string => {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2
  const narrow = {
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...narrow }).format(amount)
}

export const wholeDate = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(new Date(at))

/** Below a day how long ago it was; then the date. */
export const ago = (language: string, at: string, now: number): string => {
  const date = new Date(at)
  const ms = 1_000 * Math.floor(Math.max(0, now - date.getTime()) / 1_000)
  if (ms < dayMs) return lasted(language, ms)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(date)
}

/** The formats of the person's language. */
export const useFormat = () => {
  const language = useLanguage()
  return {
    lastedInWords: (ms: number) => lasted(language, ms, 'long'),
    whole: (at: string) => wholeDate(language, at),
    lasted: (ms: number) => lasted(language, ms),
    dollars: (amount: number) => dollars(language, amount),
    number: (amount: number, digits = 0) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount),
  }
}

/** How long ago something was, in the person's language; what is drawn with it is drawn again as time goes on. */
export const useAges = () => {
  const language = useLanguage()
  const now = useNow()
  // Whole seconds: an age is no measurement.
  const since = (at: string) => 1_000 * Math.floor(Math.max(0, now - Date.parse(at)) / 1_000)
  return {
    age: (at: string) => lasted(language, since(at)),
    ageInWords: (at: string) => lasted(language, since(at), 'long'),
    ago: (at: string) => ago(language, at, now),
  }
}
