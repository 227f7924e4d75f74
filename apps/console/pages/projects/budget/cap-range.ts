export interface Range {
  readonly most: number
  readonly isWhole: boolean
}

/** The value of a field: a number, none of its own (null), or an impossible one (undefined). */
export const parseCap = (text: string, { most, isWhole }: Range): number | null | undefined => {
  const said = text.trim().replace(',', '.')
  if (said === '') return null
  if (!/^\d+(\.\d+)?$/.test(said)) return undefined
  const value = Number(said)
  if (value > most || (isWhole && !Number.isInteger(value))) return undefined
  return value
}
