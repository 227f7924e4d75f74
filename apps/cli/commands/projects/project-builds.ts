import { sandboxes } from '../../../../domains/code/sandboxes/contract.ts'
import type { Reply } from '../../client/client.ts'
import { absent } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { columns, durationText, printable, printableLines } from '../../terminal/text.ts'

type Build = Reply<typeof sandboxes.listProjectImageBuilds>[number]

/** `atelier project builds`: prints the image builds of a project, the newest last; or the log of a named build. */
export const projectBuilds = async (session: Session, named: string | undefined, options: ProjectOption) => {
  const { client, id } = await openProject(session, options)
  const builds = await client.call(sandboxes.listProjectImageBuilds, { params: { id } })
  if (named === undefined) {
    session.output.document(builds)
    if (builds.length === 0) session.output.say('No image build yet: the first cycle with packages makes one.')
    for (const build of builds.toReversed()) session.output.print(lineOf(build))
    return
  }
  const kind = { one: 'build', list: 'project builds', describe: lineOf }
  const buildId = await chooseId(named, builds, kind)
  const build = builds.find((one) => one.id === buildId)
  if (!build) throw absent('no_build', `The project keeps no build ${printable(named)}.`)
  session.output.document(build)
  if (build.error !== null) session.output.say(printable(build.error))
  session.output.print(printableLines(build.log.trimEnd()))
}

const lineOf = ({ id, status, cause, createdAt, endedAt, commitSha, contentHash, error }: Build): string =>
  columns([
    shortId(id),
    createdAt.slice(0, 16),
    status.padEnd(8),
    cause.padEnd(7),
    commitSha.slice(0, 7),
    contentHash.slice(0, 12),
    endedAt === null ? null : durationText(Date.parse(endedAt) - Date.parse(createdAt)),
    error === '' ? null : error,
  ])
