import type { fileRules, ShownFinding } from '../../../execution/repositories/index.ts'
import type { Rejection } from '../uploads/index.ts'

/** The rejection of a history with findings. */
export const refusedFindings = (findings: readonly ShownFinding[]): Rejection<'findings_present'> => ({
  code: 'findings_present',
  fields: findings.map((finding) => ({
    path: finding.path ?? finding.pathBase64,
    message: sentenceOf(finding),
    rule: finding.rule,
  })),
})

const sentenceOf = ({ rule, commitSha, line, masked }: ShownFinding) => {
  const aboutFile = fileSentences[rule]
  return aboutFile === undefined
    ? `line ${line} of commit ${commitSha} holds a secret, ${masked}`
    : `commit ${commitSha} ${aboutFile}`
}

const fileSentences: Readonly<Record<string, string>> = {
  'protected-file': 'holds this file with credentials',
  'large-file': 'holds this file of more than 50 MiB',
  'unsearched-file':
    'holds this file, which was not searched for secrets: the history has more than 2 GiB in files of more than 1 MiB',
  'lfs-pointer': 'holds a pointer to Git LFS here, and the bundle not what it points to',
  submodule: 'holds a submodule here, and the bundle not its files',
} satisfies Record<(typeof fileRules)[number], string>
