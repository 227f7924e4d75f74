import { pushPath, type PushResult, type PushOptions } from '../../sync/push-path.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'

/** `atelier push [path]` */
export const push = async (session: Session, path: string, options: PushOptions): Promise<void> => {
  const pushed = await pushPath(session, path, options)
  session.output.show(pushedDocument(pushed), pushedText(pushed))
}

export const pushedText = ({ outcome, survey, commits, protectedFiles, sent }: PushResult): string => {
  const branch = printable(survey.head.branch)
  const { generation, commitSha } = sent ?? survey.head
  return {
    pushed: `The project has ${branch} as revision ${generation} now, commit ${commitSha.slice(0, 12)}.`,
    up_to_date: `The project has all of ${branch}: revision ${generation}, commit ${commitSha.slice(0, 12)}.`,
    would_push: `Nothing was pushed; without --dry-run ${counted(commits.length, 'commit')} and ${counted(protectedFiles.length, 'protected file')} would be.`,
  }[outcome]
}

export const pushedDocument = ({ outcome, survey, commits, protectedFiles, sent }: PushResult) => {
  const { projectId, branch } = survey.head
  const { revisionId, generation, commitSha } = sent ?? survey.head
  const files = survey.changed.here
  return { outcome, projectId, revisionId, generation, branch, commitSha, commits, files, protectedFiles }
}
