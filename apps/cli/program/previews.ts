import type { Command } from 'commander'
import { project } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromPreview = commandsIn(() => import('../commands/projects/preview.ts'))

/** Adds the commands `atelier preview …`: the deployments of a project, its preview and its production. */
export const addPreviews = (program: Command, session: Session): void => {
  const previews = program.command('preview').description('the deployments of a project: its preview and production')
  const deployment = ['<deployment>', 'its id, or the beginning or end of that'] as const
  const optionalDeployment = ['[deployment]', deployment[1]] as const
  const production = ['--production', 'production in place of the preview'] as const
  addCommands(previews, session, [
    ['list', 'all of them, the newest last', fromPreview('listPreviews'), byDefault, project],
    [
      'deploy',
      'deploy the head of the default branch',
      fromPreview('deployPreview'),
      project,
      production,
      ['--repo <id>', 'the repository; by default the primary one'],
    ],
    [
      'open',
      'a link to the live preview, which works for a minute',
      fromPreview('openPreview'),
      project,
      optionalDeployment,
      production,
    ],
    ['logs', 'the output while it was built, started and served', fromPreview('previewLogs'), project, deployment],
    [
      'share',
      'a link that opens the live preview for people without an account',
      fromPreview('sharePreview'),
      project,
      optionalDeployment,
      production,
      ['--days <number>', 'how many days it works; by default 7'],
      ['--note <text>', 'whom it is for'],
    ],
    [
      'shares',
      'the share links of the live preview, the newest first',
      fromPreview('listShares'),
      project,
      optionalDeployment,
      production,
    ],
    [
      'unshare',
      'remove a share link of the live preview',
      fromPreview('unsharePreview'),
      project,
      ['<share>', 'its id, or the beginning or end of that'],
      production,
    ],
    ['rollback', 'serve the build of an earlier deployment again', fromPreview('rollBackPreview'), project, deployment],
  ])
}
