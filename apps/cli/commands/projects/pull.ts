import { pullPath, type PullResult, type PullOptions } from '../../pull/pull-path.ts'
import type { Session } from '../../session.ts'
import { counted, listed, printable, printableLines } from '../../terminal/text.ts'

/** `atelier pull [path]` */
export const pull = async (session: Session, path: string, options: PullOptions): Promise<void> => {
  const pulled = await pullPath(session, path, options)
  if (pulled.obstacle) {
    session.output.say(whatCame(pulled))
    throw pulled.obstacle
  }
  session.output.show(pulledDocument(pulled), pulledText(pulled))
}

export const pulledText = (pulled: PullResult): string => {
  const { next, protectedFiles } = pulled
  return [
    whatCame(pulled),
    ...(next === undefined ? [] : [printableLines(next)]),
    ...(protectedFiles.length > 0
      ? [`Protected, readable by you alone: ${listed(protectedFiles.map(printable), 10)}`]
      : []),
  ].join('\n')
}

const whatCame = ({ outcome, path, head, files, protectedFiles }: PullResult): string => {
  const { commitSha, generation } = head
  const branch = printable(head.branch)
  const commit = commitSha.slice(0, 12)
  return {
    up_to_date: `${branch} is up to date: it has revision ${generation}, commit ${commit}.`,
    fast_forwarded: `${branch} is now at revision ${generation}, commit ${commit}.`,
    fetched: `Revision ${generation} is here as atelier/${branch}, commit ${commit}; ${branch} stays as it was.`,
    cloned: `${path} has revision ${generation} on ${branch}, commit ${commit}.`,
    would_pull: `Nothing was pulled; without --dry-run revision ${generation} would be, with ${counted(files.length, 'changed file')} and ${counted(protectedFiles.length, 'protected file')}.`,
  }[outcome]
}

export const pulledDocument = ({ outcome, next, path, head, files, protectedFiles }: PullResult) => {
  const { projectId, revisionId, generation, branch, commitSha } = head
  return { outcome, path, projectId, revisionId, generation, branch, commitSha, files, protectedFiles, next }
}
