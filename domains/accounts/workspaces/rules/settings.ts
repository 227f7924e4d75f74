const known = <Options>(make: (options: Options) => unknown, options: Options): boolean => {
  try {
    make(options)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** True if this process can compute days and weeks of a time zone; false for offsets such as +02:00. */
export const isTimeZone = (timeZone: string): boolean =>
  /^[A-Za-z]/.test(timeZone) && known((zone) => new Intl.DateTimeFormat('en', { timeZone: zone }), timeZone)

/** True if dates and numbers can be written by a locale, given in its canonical form: `de-AT` and not `de_at`. */
export const isLocale = (locale: string): boolean =>
  known(Intl.getCanonicalLocales, locale) &&
  Intl.getCanonicalLocales(locale)[0] === locale &&
  Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
