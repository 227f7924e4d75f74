import { atelier } from '../../program/command.ts'
import { importPath, type ImportOptions } from '../../import/import-path.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

/** `atelier import [path or bundle]` */
export const importCommand = async (session: Session, path: string, options: ImportOptions): Promise<void> => {
  const { imported, source, manifest } = await importPath(session, path, options)
  const { project, projectId, revisionId, generation, commitSha, manifestSha256, importId } = imported
  session.output.print(
    [
      `Imported “${printable(project.name)}”: revision ${generation} of ${source.branch}, commit ${commitSha.slice(0, 12)}.`,
      `Project ${projectId}`,
      `Next: ${atelier} deliver ${source.found ? '' : `--project ${projectId} `}"<what should change>"`,
    ].join('\n'),
  )
  const { branch, leftOut } = source
  const ids = { importId, projectId, name: project.name, revisionId, generation, branch, commitSha, manifestSha256 }
  session.output.document({
    ...ids,
    findings: manifest.findings,
    protected: manifest.manifest.protected,
    leftOut,
  })
}
