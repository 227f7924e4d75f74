/** Specifications that use EN 16931, each with the fields that its network or authority asks for: decisions/0301. */
export const profileNames = ['en16931', 'peppol', 'xrechnung', 'franceCtc'] as const
export type ProfileName = (typeof profileNames)[number]
