/** Random choices that a seed decides: the same seed, the same choices in the same order. */
export interface Chance {
  /** Below `most`, a whole number. */
  below(most: number): number
  /** True so often, of 1. */
  is(often: number): boolean
  of<T>(all: readonly T[]): T
  /** Choices of their own, which do not depend on the number of choices made here. */
  apart(name: number): Chance
}

/** Source: Mulberry32, a generator of 32 bits by Tommy Ettinger, in the public domain. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    is: (often) => next() < often,
    of: (all) => all[below(all.length)]!,
    apart: (name) => chanceOf(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(name + 1, 0x85ebca6b)),
  }
}
