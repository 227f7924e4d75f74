import { quantityPattern } from '../../../../../domains/billing/billables/rules.ts'

/**
 * Parses a typed quantity, with a comma or a point before its decimals, into the decimal that operations take;
 * undefined if it is invalid, zero, or negative with the sign `positive`.
 */
export const parseQuantity = (text: string, sign: 'positive' | 'any'): string | undefined => {
  const decimal = text.trim().replace('−', '-').replace(',', '.')
  if (!new RegExp(quantityPattern).test(decimal) || /^-?0(\.0+)?$/.test(decimal)) return undefined
  return sign === 'positive' && decimal.startsWith('-') ? undefined : decimal
}
