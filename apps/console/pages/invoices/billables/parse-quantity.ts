import { quantityPattern } from '../../../../../domains/billing/billables/rules.ts'

/** A quantity as a person writes it, with a comma or a point, as the decimal that operations take; undefined of others. */
export const quantityOf = (text: string, sign: 'positive' | 'any'): string | undefined => {
  const decimal = text.trim().replace('−', '-').replace(',', '.')
  if (!new RegExp(quantityPattern).test(decimal) || /^-?0(\.0+)?$/.test(decimal)) return undefined
  return sign === 'positive' && decimal.startsWith('-') ? undefined : decimal
}
