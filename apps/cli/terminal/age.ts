const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 'sec'],
] as const

/** A length of time as people write it, in its largest whole unit: `24 min`, `3 h`, `2 d`. */
export const ageText = (ms: number): string => {
  const [length, name] = units.find(([unit]) => ms >= unit) ?? units.at(-1)!
  return `${Math.max(0, Math.floor(ms / length))} ${name}`
}
