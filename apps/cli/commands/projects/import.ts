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
      source.found
        ? `Next: ${atelier} deliver "<what should change>"`
        : `Next: ${atelier} deliver --project ${projectId} "<what should change>"`,
    ].join('\n'),
  )
  session.output.document({
    importId,
    projectId,
    name: project.name,
    revisionId,
    generation,
    branch: source.branch,
    commitSha,
    manifestSha256,
    findings: manifest.findings,
    protected: manifest.manifest.protected,
    leftOut: source.leftOut,
  })
}
