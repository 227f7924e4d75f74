import type { Command } from 'commander'
import { project, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromSecrets = commandsIn(() => import('../commands/projects/secrets.ts'))
const fromSecretsExport = commandsIn(() => import('../commands/projects/secrets-export.ts'))
const fromSecretsRun = commandsIn(() => import('../commands/projects/secrets-run.ts'))
const fromRotateRoot = commandsIn(() => import('../commands/server/rotate-root.ts'))

/** The commands about the secrets of a project. */
export const addSecrets = (program: Command, session: Session): void => {
  const secrets = program.command('secrets').description('secrets of a project')
  addCommands(secrets, session, [
    ['list', 'all of them, each masked to its last four characters', fromSecrets('listSecrets'), byDefault, project],
    [
      'set',
      'set one; its value is typed unseen, or comes on standard input',
      fromSecrets('setSecret'),
      project,
      ['<name>', 'its key in the file'],
      ['--source <path>', 'the file that it belongs to', '.env'],
    ],
    [
      'import',
      'import files of secrets; each replaces the file at its path',
      fromSecrets('importSecrets'),
      project,
      ['<files...>', 'in this folder or below'],
    ],
    [
      'remove',
      'remove a protected file with its secrets from the project; yours here stays',
      fromSecrets('removeSecretFile'),
      project,
      ['<path>', 'its path in the project'],
    ],
    [
      'export',
      'write a file of secrets with its values in clear, for you alone',
      fromSecretsExport('exportSecrets'),
      project,
      ['<source>', 'its path in the project'],
      ['--out <file>', 'where to; by default its path from this folder'],
      ['--format <format>', 'another format, such as dotenv or json'],
      ['--force', 'replace an existing file'],
    ],
    [
      'run',
      'run a command with the secrets as its variables',
      fromSecretsRun('runWithSecrets'),
      project,
      ['<command...>', 'behind --'],
      ['--source <path>', 'only this file; more than once for several', several],
    ],
    [
      'rotate-root',
      'on the server’s machine: wrap the data keys of all projects with the first of its root keys',
      fromRotateRoot('rotateRoot'),
    ],
  ])
}
