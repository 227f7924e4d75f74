import type { Command } from 'commander'
import type { PreviewOptions } from './commands/preview.ts'
import type { Session } from './session.ts'

/** The commands about the deployments of a project. */
export const addPreviews = (program: Command, session: Session): void => {
  const previews = program.command('preview').description('the deployments of a project: its preview and production')
  const command = (name: string, description: string, isDefault = false) =>
    previews
      .command(name, { isDefault })
      .description(description)
      .option('--project <name or id>', 'which project; by default the one that this folder was imported as')
  const one = ['<deployment>', 'its id, or the beginning or end of that'] as const
  const production = ['--production', 'production in place of the preview'] as const
  command('list', 'all of them, the newest last', true).action(async (options: PreviewOptions) =>
    (await import('./commands/preview.ts')).listPreviews(session, options),
  )
  command('deploy', 'deploy the head of the default branch')
    .option(...production)
    .option('--repo <id>', 'the repository; by default the primary one')
    .action(async (options: PreviewOptions) => (await import('./commands/preview.ts')).deployPreview(session, options))
  command('open', 'a link to what is live, which works for a minute')
    .argument('[deployment]', 'its id, or the beginning or end of that')
    .option(...production)
    .action(async (named: string | undefined, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).openPreview(session, named, options),
    )
  command('logs', 'what was printed while it was built, started and served')
    .argument(...one)
    .action(async (named: string, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).previewLogs(session, named, options),
    )
  command('share', 'a link that opens what is live for people without an account')
    .argument('[deployment]', 'its id, or the beginning or end of that')
    .option(...production)
    .option('--days <number>', 'how many days it works; by default 7')
    .option('--note <text>', 'whom it is for')
    .action(async (named: string | undefined, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).sharePreview(session, named, options),
    )
  command('shares', 'the share links of what is live, the newest first')
    .argument('[deployment]', 'its id, or the beginning or end of that')
    .option(...production)
    .action(async (named: string | undefined, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).listShares(session, named, options),
    )
  command('unshare', 'remove a share link of what is live')
    .argument('<share>', 'its id, or the beginning or end of that')
    .option(...production)
    .action(async (named: string, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).unsharePreview(session, named, options),
    )
  command('rollback', 'serve the build of an earlier deployment again')
    .argument(...one)
    .action(async (named: string, options: PreviewOptions) =>
      (await import('./commands/preview.ts')).rollBackPreview(session, named, options),
    )
}
