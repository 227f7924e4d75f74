/** An amount in minor units as a decimal: `-1234.50` for -123450 with two decimals. Exact, as no division is. */
export const writtenMinor = (minor: number | bigint, decimals: number): string => {
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${minor < 0 ? '-' : ''}${whole}${fraction}`
}

/**
 * Minor units of an amount that a person wrote, with a comma or a point before its decimals; undefined if it is no
 * amount, is finer than the currency, or is more than a number of JSON holds exactly.
 */
export const minorOfWritten = (text: string, decimals: number): number | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'))
  return minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : undefined
}
