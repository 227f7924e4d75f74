/** The highest cap that the server takes, in dollars. */
const most = 1_000_000

/** An amount of dollars as it was typed, `1,234.50` or `1234,5`: null for none, undefined if it is no amount. */
export const amountOf = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const decimal = /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(decimal)) return undefined
  const amount = Number(decimal)
  return amount <= most ? amount : undefined
}

/** An amount as a field holds it. */
export const textOf = (amount: number | null): string => (amount === null ? '' : String(amount))
