export interface Range {
  readonly most: number
  readonly isWhole: boolean
}

/** Parses a cap: a number; null if the field is empty and the cap is inherited; undefined if the text is no valid cap. */
export const parseCap = (text: string, { most, isWhole }: Range): number | null | undefined => {
  // German keyboards have a decimal comma.
  const decimal = text.trim().replace(',', '.')
  if (decimal === '') return null
  const value = Number(decimal)
  const isValid = /^\d+(\.\d+)?$/.test(decimal) && value <= most && (!isWhole || Number.isInteger(value))
  return isValid ? value : undefined
}
