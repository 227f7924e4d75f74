/** How the number of an invoice is written. */
export interface NumberFormat {
  readonly prefix: string
  readonly withYear: boolean
  /** The sequence has at least so many digits. */
  readonly digits: number
}

/**
 * Latin letters, digits and `/ . _ -`, without a digit at the end: so the digits at the end of a number are its
 * sequence, and no two formats of a workspace ever write the same number.
 */
export const prefixPattern = '^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$'

export const digitsMost = 10

export const usualFormat: NumberFormat = { prefix: '', withYear: true, digits: 4 }

/** The number of the invoice that has this place in the sequence of the workspace, issued in this year. */
export const numberOf = ({ prefix, withYear, digits }: NumberFormat, sequence: number, year: number): string =>
  `${prefix}${withYear ? `${year}-` : ''}${String(sequence).padStart(digits, '0')}`
