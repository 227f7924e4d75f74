/** The kinds of packages, as package URLs name them. Source: https://github.com/package-url/purl-spec. */
export type ComponentType =
  | 'npm'
  | 'jsr'
  | 'pypi'
  | 'cargo'
  | 'golang'
  | 'gem'
  | 'composer'
  | 'nuget'
  | 'maven'
  | 'pub'
  | 'hex'
  | 'swift'
