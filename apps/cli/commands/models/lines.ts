/** The lines about a model that was asked, for both commands that ask one. */
export const modelLines = {
  tools: (work: boolean): string => `Tools      ${work ? 'work' : 'do not work'}`,
  streaming: (works: boolean): string => `Streaming  ${works ? 'works' : 'does not work'}`,
  noUsage: 'Usage      is not reported, so every call is counted at the most that it can cost',
  usage: (read: number | null, written: number | null): string => `Usage      ${read} tokens read, ${written} written`,
  noCaching: 'Caching    is not reported, so all input is counted at its full price',
} as const
