// Instructions, and the other parts of the material.
const restTokens = 12_000
const least = 4_096

/** How much of one text fits into a model's window beside its answer and the rest: as `perToken` counts, at most `most`. */
export const materialRoom = (
  { contextTokens, maxOutputTokens }: { readonly contextTokens: number; readonly maxOutputTokens: number },
  { perToken, most }: { readonly perToken: number; readonly most: number },
): number => Math.max(least, Math.min(most, Math.floor((contextTokens - maxOutputTokens - restTokens) * perToken)))
