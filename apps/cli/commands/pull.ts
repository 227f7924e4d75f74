import { pullPath, type Pulled } from '../pull/pull-path.ts'
import type { Session } from '../session.ts'
import { printable, printableLines } from '../terminal/text.ts'

/** `atelier pull [path]` */
export const pull = async (
  session: Session,
  path: string,
  { project }: { readonly project?: string },
): Promise<void> => {
  const pulled = await pullPath(session, path, project)
  session.output.print(pulledText(pulled))
  session.output.document(pulledDocument(pulled))
}

export const pulledText = ({ outcome, next, path, head }: Pulled): string => {
  const { commitSha, generation } = head
  const branch = printable(head.branch)
  const commit = commitSha.slice(0, 12)
  const what = {
    up_to_date: `${branch} is up to date: it has revision ${generation}, commit ${commit}.`,
    fast_forwarded: `${branch} is now at revision ${generation}, commit ${commit}.`,
    fetched: `Revision ${generation} is here as atelier/${branch}, commit ${commit}; ${branch} stays as it was.`,
    cloned: `${path} has revision ${generation} on ${branch}, commit ${commit}.`,
  }[outcome]
  return next === undefined ? what : `${what}\n${printableLines(next)}`
}

export const pulledDocument = ({ outcome, next, path, head }: Pulled) => ({
  outcome,
  path,
  projectId: head.projectId,
  revisionId: head.revisionId,
  generation: head.generation,
  branch: head.branch,
  commitSha: head.commitSha,
  ...(next !== undefined && { next }),
})
