const stackFiles: readonly (readonly [file: string, stack: string])[] = [
  ['package.json', 'node'],
  ['pyproject.toml', 'python'],
  ['requirements.txt', 'python'],
  ['setup.py', 'python'],
  ['go.mod', 'go'],
  ['Cargo.toml', 'rust'],
  ['pom.xml', 'java'],
  ['build.gradle', 'java'],
  ['build.gradle.kts', 'java'],
  ['Gemfile', 'ruby'],
  ['composer.json', 'php'],
  ['mix.exs', 'elixir'],
  ['CMakeLists.txt', 'c'],
  ['Makefile', 'make'],
]

/** The stack of a project, by the files at its root. `files` are those of a manifest, whose paths may not be UTF-8. */
export const stackOf = (files: readonly object[]): string => {
  const names = new Set<unknown>(files.map((file) => ('path' in file ? file.path : undefined)))
  return stackFiles.find(([file]) => names.has(file))?.[1] ?? 'other'
}
