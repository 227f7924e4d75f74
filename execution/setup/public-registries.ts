/** Kinds of package registries. Several package managers share one. */
export type Ecosystem = 'npm' | 'pypi' | 'crates' | 'go' | 'rubygems' | 'packagist' | 'maven'

/** The public registries of each ecosystem, as host names: the default hosts that a fetch may reach. */
export const publicRegistries: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['registry.npmjs.org', 'registry.yarnpkg.com', 'repo.yarnpkg.com'],
  pypi: ['pypi.org', 'files.pythonhosted.org'],
  crates: ['index.crates.io', 'static.crates.io'],
  go: ['proxy.golang.org', 'sum.golang.org'],
  rubygems: ['rubygems.org', 'index.rubygems.org'],
  packagist: ['repo.packagist.org', 'codeload.github.com', 'api.github.com'],
  maven: [
    'repo.maven.apache.org',
    'repo1.maven.org',
    'plugins.gradle.org',
    'services.gradle.org',
    'downloads.gradle.org',
  ],
}

/** Where Go asks for modules unless a mirror is named. */
export const goProxy = 'https://proxy.golang.org'
