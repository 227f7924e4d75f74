import { useEffect, useState } from 'react'
import { useLanguage } from './preferences.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const unit = (language: string, value: number, name: string, unitDisplay: 'short' | 'narrow' | 'long') =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 }).format(value)

/** `41 s`, `24 min`, `17 hr`, `9 days`: one unit, rounded down but for days and hours below ten. */
export const lasted = (language: string, ms: number): string => {
  if (ms < minuteMs) return unit(language, Math.floor(ms / 1_000), 'second', 'short')
  if (ms < hourMs) return unit(language, Math.floor(ms / minuteMs), 'minute', 'short')
  if (ms < dayMs) return unit(language, Math.floor(ms / hourMs), 'hour', 'short')
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
  const ms = Math.max(0, now - date.getTime())
  if (ms < dayMs) return lasted(language, ms)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(date)
}

/** The present, to the minute, or to the second where `everyMs` says so. */
export const useNow = (everyMs = minuteMs): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The formats of the person's language. */
export const useFormat = () => {
  const language = useLanguage()
  const now = useNow()
  return {
    age: (at: string) => lasted(language, Math.max(0, now - Date.parse(at))),
    ago: (at: string) => ago(language, at, now),
    whole: (at: string) => wholeDate(language, at),
    lasted: (ms: number) => lasted(language, ms),
    dollars: (amount: number) => dollars(language, amount),
    number: (amount: number, digits = 0) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount),
  }
}
