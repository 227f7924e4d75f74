/** After so many deaths a step is carried out beside no other step with as many deaths. */
const suspectLosses = 2

/**
 * After so many deaths a step is tried once on a machine without other steps, if possible not the machine that it died
 * on. After the next death `failed` decides.
 */
export const lossesMax = 5

/** Beside which other steps one is carried out, by the number of processes that died in it. */
export const companyOf = (losses: number): 'any' | 'suspect' | 'alone' => {
  if (losses === lossesMax) return 'alone'
  return losses >= suspectLosses ? 'suspect' : 'any'
}
