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

/** The stack of a project, by the files at its root. `files` come from a manifest, whose paths may not be UTF-8. */
export const stackOf = (files: readonly object[]): string => {
  const names = new Set<unknown>(files.map((file) => ('path' in file ? file.path : undefined)))
  return stackFiles.find(([file]) => names.has(file))?.[1] ?? 'other'
}

/** A secret or a file of a history, as a scan shows it. */
interface JudgedFinding {
  readonly path?: string
  readonly pathBase64?: string
  readonly rule: string
  /** Empty for a file. */
  readonly masked: string
  readonly status: 'current' | 'past' | 'example'
}

const isOutgrown = ({ rule, masked, status }: JudgedFinding) =>
  status === 'past' && masked === '' && rule !== 'protected-file'

/** How many findings of a scan a person would look at; findings beyond the shown ones count. */
export const findingsToReview = (scan: { findings: readonly JudgedFinding[]; findingsTotal: number }): number => {
  const { current, past } = judgeFindings(scan.findings)
  return current.length + past.length + scan.findingsTotal - scan.findings.length
}

/** Groups findings by kind and value in a file, as the command line and the console show them. */
export const judgeFindings = <Finding extends JudgedFinding>(findings: readonly Finding[]) => {
  const groupsOf = (isOfGroup: (finding: Finding) => boolean) => [
    ...Map.groupBy(findings.filter(isOfGroup), ({ rule, path, pathBase64, masked }) =>
      JSON.stringify([rule, path ?? null, pathBase64 ?? null, masked]),
    ).values(),
  ]
  const current = groupsOf(({ status }) => status === 'current')
  const past = groupsOf((finding) => finding.status === 'past' && !isOutgrown(finding))
  return {
    /** Findings of the newest tree. */
    current,
    /** Secrets and protected files that only older commits have. */
    past,
    /** Submodules, large files and the like of older commits, which nobody would take out: they ask for nothing. */
    outgrown: groupsOf(isOutgrown),
    /** In comments, documentation, tests and examples, or placeholders. */
    examples: groupsOf(({ status }) => status === 'example'),
    /** True if a person has to decide about them. */
    asks: current.length + past.length > 0,
  }
}
