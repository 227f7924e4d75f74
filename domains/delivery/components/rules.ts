/** The kinds of packages, as package URLs name them. */
export const purlTypes = [
  'npm',
  'jsr',
  'pypi',
  'cargo',
  'golang',
  'gem',
  'composer',
  'nuget',
  'maven',
  'pub',
  'hex',
  'swift',
] as const
