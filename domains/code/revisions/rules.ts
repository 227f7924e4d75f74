/** True if the head of a project is still the revision that a person's work began from. */
export const isExpected = (
  head: { readonly id: string; readonly generation: number } | undefined,
  { expectedRevisionId, expectedGeneration }: { expectedRevisionId: string; expectedGeneration: number },
): boolean => head?.id === expectedRevisionId && head.generation === expectedGeneration

/** The protected paths of a revision that the next revision does not have any more. */
export const droppedPaths = (before: readonly { readonly path: string }[], after: ReadonlySet<string>): string[] =>
  before.map(({ path }) => path).filter((path) => !after.has(path))
