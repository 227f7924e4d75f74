import * as pep440 from '@renovatebot/pep440'
import * as gem from '@renovatebot/ruby-semver'
import semver from 'semver'
import type { ComponentType } from '../../packages/lock-files/index.ts'

/** The result is below 0 if the first version is the earlier one, and undefined if the two cannot be compared. */
type Comparer = (one: string, other: string) => number | undefined

const versionMostChars = 128

/** By the Semantic Versioning of npm and others: what has fewer parts than three is filled up with zeros. */
const bySemver: Comparer = (one, other) => {
  const [first, second] = [one, other].map(semverOf)
  return first && second ? semver.compare(first, second) : undefined
}
const semverOf = (version: string) => {
  const plain = version.replace(/^v/, '').split('+', 1)[0]!
  const [, numbers = '', rest = ''] = /^(\d{1,15}(?:\.\d{1,15}){0,2})((?:-.*)?)$/.exec(plain) ?? []
  const filled = [...numbers.split('.'), '0', '0'].slice(0, 3).join('.')
  return semver.parse(filled + rest)
}

/** Numbers with points between them, as many as there are. A version with letters cannot be compared with another. */
const byNumbers: Comparer = (one, other) => {
  if (one === other) return 0
  const [first, second] = [one, other].map((version) =>
    /^v?\d{1,15}(?:\.\d{1,15}){0,9}$/.test(version) ? version.replace(/^v/, '').split('.').map(Number) : undefined,
  )
  if (!first || !second) return undefined
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const firstOf =
  (...comparers: readonly Comparer[]): Comparer =>
  (one, other) => {
    for (const compare of comparers) {
      const order = compare(one, other)
      if (order !== undefined) return order
    }
    return undefined
  }

const byPep440: Comparer = (one, other) =>
  pep440.valid(one) !== null && pep440.valid(other) !== null ? pep440.compare(one, other) : undefined

const byGem: Comparer = (one, other) => {
  if (gem.valid(one) === null || gem.valid(other) === null) return undefined
  if (gem.eq(one, other)) return 0
  return gem.gt(one, other) ? 1 : -1
}

const comparers: Readonly<Record<ComponentType, Comparer>> = {
  npm: bySemver,
  jsr: bySemver,
  cargo: bySemver,
  golang: bySemver,
  pub: bySemver,
  hex: bySemver,
  swift: bySemver,
  pypi: byPep440,
  gem: byGem,
  composer: firstOf(byNumbers, bySemver),
  nuget: firstOf(byNumbers, bySemver),
  // Qualifiers such as `-jre` or `.Final` have an order of their own there, which no library here knows.
  maven: byNumbers,
}

export const compareVersions = (type: ComponentType, one: string, other: string): number | undefined =>
  one.length > versionMostChars || other.length > versionMostChars ? undefined : comparers[type](one, other)
