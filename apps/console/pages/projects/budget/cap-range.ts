export interface Range {
  readonly most: number
  readonly isWhole: boolean
}

/** What a field says: a number, nothing of its own (null), or what cannot be meant (undefined). */
export const parseCap = (text: string, { most, isWhole }: Range): number | null | undefined => {
  const said = text.trim().replace(',', '.')
  if (said === '') return null
  if (!/^\d+(\.\d+)?$/.test(said)) return undefined
  const value = Number(said)
  if (value > most || (isWhole && !Number.isInteger(value))) return undefined
  return value
}
