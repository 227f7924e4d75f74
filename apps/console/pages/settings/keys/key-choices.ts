const days = { days30: 30, days90: 90, days365: 365, never: undefined } as const
export type Expiry = keyof typeof days
export const expiries = Object.keys(days) as Expiry[]

/** When a key ends that is made now; undefined for never. */
export const expiryOf = (expiry: Expiry, now: Date): string | undefined => {
  const count = days[expiry]
  return count === undefined ? undefined : new Date(now.getTime() + count * 86_400_000).toISOString()
}

const powers = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof powers)[number]

/** The scopes of a key: each power includes those before it. */
export const scopesOf = (power: KeyScope): KeyScope[] => powers.slice(0, powers.indexOf(power) + 1)

/** The most that a key may do. */
export const highestScope = (scopes: readonly KeyScope[]): KeyScope =>
  powers.findLast((one) => scopes.includes(one)) ?? 'read'
