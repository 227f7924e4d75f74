import type { Command } from 'commander'
import type { ArtifactOptions, GetOptions } from './commands/artifacts.ts'
import type { Session } from './session.ts'

const project = ['--project <name or id>', 'in this whole project, instead of one cycle'] as const
const cycle = 'id of a cycle, or its beginning or end; by default the newest of the project of this folder'

/** The commands about files that checks left behind. */
export const addArtifacts = (program: Command, session: Session): void => {
  const artifacts = program.command('artifacts').description('the files that checks left behind')
  artifacts
    .command('list', { isDefault: true })
    .description('the files that checks left behind in a cycle, or in a whole project')
    .argument('[cycle]', cycle)
    .option(...project)
    .action(async (id: string | undefined, options: ArtifactOptions) =>
      (await import('./commands/artifacts.ts')).listArtifacts(session, id, options),
    )
  artifacts
    .command('get')
    .description('save one of them')
    .argument('<file>', 'its name in the list')
    .option('--cycle <cycle>', cycle)
    .option(...project)
    .option('--out <file>', 'where to; by default its own name, in this folder')
    .action(async (file: string, options: GetOptions) =>
      (await import('./commands/artifacts.ts')).getArtifact(session, file, options),
    )
}
