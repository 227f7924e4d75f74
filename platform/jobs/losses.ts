/** After so many deaths a step is carried out beside no other one that has as many. */
const suspectLosses = 2

/**
 * After so many deaths a step is tried once on a machine without other steps, another one than it died on where there is
 * one. After the next death `failed` decides.
 */
export const lossesMax = 5

/** Beside which other steps one is carried out, by the number of processes that died in it. */
export const companyOf = (losses: number): 'any' | 'suspect' | 'alone' => {
  if (losses === lossesMax) return 'alone'
  return losses >= suspectLosses ? 'suspect' : 'any'
}
