/** An amount in minor units as a decimal, such as `-12.50`. */
export const decimalText = (minor: number, decimals: number): string => {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${minor < 0 ? '-' : ''}${whole}${fraction}`
}

/** The opposite of a decimal; zero stays zero. */
export const opposite = (decimal: string): string => {
  if (decimal.startsWith('-')) return decimal.slice(1)
  return /[1-9]/.test(decimal) ? `-${decimal}` : decimal
}

/** A rate in hundredths of a percent as percent, such as `5.5`. */
export const percentText = (rateBps: number): string => {
  const [whole, fraction] = decimalText(rateBps, 2).split('.') as [string, string]
  const digits = fraction.replace(/0{1,99}$/, '')
  return digits === '' ? whole : `${whole}.${digits}`
}
